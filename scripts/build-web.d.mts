/** Builds the web app unless it is up to date; answers the folder it lies in. */
export function buildWeb(): Promise<string>
