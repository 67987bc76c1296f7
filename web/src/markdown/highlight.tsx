import bash from 'highlight.js/lib/languages/bash'
import css from 'highlight.js/lib/languages/css'
import diff from 'highlight.js/lib/languages/diff'
import go from 'highlight.js/lib/languages/go'
import java from 'highlight.js/lib/languages/java'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import python from 'highlight.js/lib/languages/python'
import rust from 'highlight.js/lib/languages/rust'
import sql from 'highlight.js/lib/languages/sql'
import typescript from 'highlight.js/lib/languages/typescript'
import xml from 'highlight.js/lib/languages/xml'
import yaml from 'highlight.js/lib/languages/yaml'
import { createLowlight } from 'lowlight'
import { useMemo, type ReactNode } from 'react'
import classes from './highlight.module.css'

const lowlight = createLowlight({
  bash,
  css,
  diff,
  go,
  java,
  javascript,
  json,
  python,
  rust,
  sql,
  typescript,
  xml,
  yaml,
})

/** Highlighting of longer code blocks the page. */
const lengthMax = 60_000

type Tree = ReturnType<typeof lowlight.highlight>
type Child = Tree['children'][number]

/** Code as spans from a syntax tree, never as markup. */
export function Highlighted({ code, language }: { code: string; language: string }) {
  const name = language.toLowerCase().split(/\s/)[0] ?? ''
  const tree = useMemo(
    () =>
      lowlight.registered(name) && code.length <= lengthMax ? lowlight.highlight(name, code) : undefined,
    [name, code],
  )
  return tree === undefined ? code : tree.children.map(renderNode)
}

function renderNode(node: Child, index: number): ReactNode {
  if (node.type === 'text') return node.value
  if (node.type !== 'element') return null
  return (
    <span key={index} className={toneOf(node.properties['className'])}>
      {node.children.map(renderNode)}
    </span>
  )
}

const tones: Readonly<Record<string, string>> = {
  'hljs-keyword': 'keyword',
  'hljs-built_in': 'keyword',
  'hljs-literal': 'keyword',
  'hljs-type': 'keyword',
  'hljs-string': 'string',
  'hljs-regexp': 'string',
  'hljs-addition': 'string',
  'hljs-number': 'number',
  'hljs-comment': 'comment',
  'hljs-quote': 'comment',
  'hljs-deletion': 'deletion',
  'hljs-title': 'title',
  'hljs-attr': 'title',
  'hljs-attribute': 'title',
  'hljs-name': 'title',
}

function toneOf(names: unknown): string | undefined {
  const [name] = Array.isArray(names) ? names.map(String) : []
  return name === undefined ? undefined : classes[tones[name] ?? '']
}
