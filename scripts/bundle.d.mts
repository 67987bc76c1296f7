import type { BuildOptions } from 'esbuild'

type BundleOptions = BuildOptions & { readonly outfile: string; readonly builtBy: string }

export function bundleIfChanged(options: BundleOptions): Promise<void>
export function bundle(options: BundleOptions): Promise<string[]>
