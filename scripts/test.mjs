/** `npm test`: runs lint, types and tests concurrently, because each alone leaves processors idle. Fails if one of them fails. */
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'

const checks = ['lint', 'types'].map(runScript)
const tests = spawn('vitest', ['run', '--project', 'unit', '--project', 'api', ...process.argv.slice(2)], {
  stdio: 'inherit',
})
const testsPassed = await succeeded(tests)

// Printed last, where the output of the tests cannot push it out of sight.
const reports = await Promise.all(checks)
for (const { name, passed, output } of reports) {
  process.stdout.write(passed ? `npm run ${name}: passed\n` : `${output}\nnpm run ${name}: failed\n`)
}
process.exitCode = testsPassed && reports.every(({ passed }) => passed) ? 0 : 1

async function runScript(name) {
  const child = spawn('npm', ['run', '--silent', name], { stdio: ['ignore', 'pipe', 'pipe'] })
  const [passed, stdout, stderr] = await Promise.all([
    succeeded(child),
    text(child.stdout),
    text(child.stderr),
  ])
  return { name, passed, output: `${stdout}${stderr}`.trim() }
}

function succeeded(child) {
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve(code === 0))
  })
}
