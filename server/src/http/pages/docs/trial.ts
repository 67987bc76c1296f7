import { html } from '../../../lib/html.ts'

/** Buttons of every sample. */
const sampleTools = html`<template id="sample-tools">
  <button type="button" data-language="curl" aria-pressed="true">curl</button>
  <button type="button" data-language="TypeScript" aria-pressed="false">TypeScript</button>
  <button type="button" class="copy" data-done="Copied">Copy</button>
  <button type="button" class="try">Try it</button>
</template>`

/** Sends one request of the page; the script fills it in for the chosen operation. */
export const trialDialog = html`${sampleTools}
  <dialog id="trial" aria-labelledby="trial-title">
    <form method="dialog">
      <header>
        <h2 id="trial-title"></h2>
        <button type="submit" class="close" aria-label="Close" value="close">×</button>
      </header>
      <label>
        <span>Key or session token</span>
        <input name="token" type="password" autocomplete="off" spellcheck="false" placeholder="No token" />
        <small>Stays in this page until you close it.</small>
      </label>
      <label><span class="verb"></span><input name="url" spellcheck="false" /></label>
      <label class="json"
        ><span>Body</span><textarea name="body" rows="8" spellcheck="false"></textarea>
      </label>
      <p class="warn" hidden>This request changes data of the marketplace.</p>
      <p><button type="button" class="send">Send request</button></p>
      <div class="result" role="status">
        <p class="outcome"></p>
        <pre tabindex="0" hidden></pre>
      </div>
    </form>
  </dialog>`
