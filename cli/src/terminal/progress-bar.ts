const cells = 20

/** `report.pdf [██████░░░░░░░░░░░░░░] 30 %`. */
export function progressBar(label: string, done: number, total: number): string {
  const share = total === 0 ? 1 : Math.min(1, done / total)
  const filled = Math.floor(share * cells)
  return `${label} [${'█'.repeat(filled)}${'░'.repeat(cells - filled)}] ${Math.floor(share * 100)} %`
}
