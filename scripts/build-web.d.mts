/** Builds the web app if its sources have changed. Returns the output folder. */
export function buildWeb(): Promise<string>
