/**
 * Markdown of users. The lexer of marked yields tokens, which become React elements from a fixed list; markup in the text
 * stays text, so no user content reaches the parser of the browser.
 */
import { lexer, type Token, type Tokens } from 'marked'
import { Fragment, type ReactNode } from 'react'
import { isHttpUrl } from '../lib/parse/http-url.ts'
import { ExternalLink } from '../ui/page/external-link.tsx'
import { CodeBlock } from './code-block.tsx'
import { say } from '../messages/en/files.ts'
import { directionOf } from './direction-of.ts'
import classes from './markdown.module.css'

/** Deeper nesting is rendered as plain text. */
const depthMax = 20

export function Markdown({ text }: { text: string }) {
  return (
    <div className={classes.markdown} dir="auto">
      <Nodes tokens={lexer(text, { gfm: true, breaks: true })} depth={0} />
    </div>
  )
}

interface NodesProps {
  readonly tokens: readonly Token[] | undefined
  readonly depth: number
}

function Nodes({ tokens = [], depth }: NodesProps) {
  return tokens.map((token, index) => <Fragment key={index}>{renderToken(token, depth + 1)}</Fragment>)
}

type Render = (token: Tokens.Generic, children: ReactNode, depth: number) => ReactNode

const renderers: Readonly<Record<string, Render>> = {
  space: () => null,
  paragraph: (_token, children) => <p dir="auto">{children}</p>,
  heading: (token, children) =>
    Number(token['depth']) <= 2 ? <h3 dir="auto">{children}</h3> : <h4 dir="auto">{children}</h4>,
  strong: (_token, children) => <strong>{children}</strong>,
  em: (_token, children) => <em>{children}</em>,
  del: (_token, children) => <del>{children}</del>,
  codespan: ({ text }) => <code>{String(text)}</code>,
  code: ({ text, lang }) => <CodeBlock code={String(text)} language={String(lang ?? '')} />,
  br: () => <br />,
  hr: () => <hr />,
  blockquote: ({ raw }, children) => <blockquote dir={directionOf(raw)}>{children}</blockquote>,
  list: (token, _children, depth) => <List token={token} depth={depth} />,
  table: (token, _children, depth) => <Table token={token} depth={depth} />,
  link: ({ href, text }, children) =>
    isHttpUrl(String(href)) ? (
      <a href={String(href)} rel="noreferrer noopener nofollow ugc" target="_blank">
        {children}
      </a>
    ) : (
      String(text)
    ),
  // Images of other hosts would report the reader to them.
  image: ({ href, text }) => <ExternalLink url={String(href)} name={String(text) || undefined} />,
  escape: ({ text }) => String(text),
  checkbox: () => null,
}

function renderToken(token: Tokens.Generic, depth: number): ReactNode {
  const render = renderers[token.type]
  if (depth > depthMax) return token.raw
  const children =
    token.tokens === undefined ? plainText(token) : <Nodes tokens={token.tokens} depth={depth} />
  return render === undefined ? children : render(token, children, depth)
}

/** Text tokens carry entities undecoded in `text`; `raw` is what the person wrote. */
function plainText({ raw }: Tokens.Generic): string {
  return raw
}

function List({ token, depth }: { token: Tokens.Generic; depth: number }) {
  const items: readonly Tokens.ListItem[] = Array.isArray(token['items']) ? token['items'] : []
  const rendered = items.map((item, index) => (
    <li key={index} dir="auto">
      {item.task ? (
        <input type="checkbox" checked={item.checked === true} readOnly disabled aria-label={say('done')} />
      ) : null}
      <Nodes tokens={item.tokens} depth={depth} />
    </li>
  ))
  return token['ordered'] === true ? (
    <ol start={Number(token['start']) || 1}>{rendered}</ol>
  ) : (
    <ul>{rendered}</ul>
  )
}

function Table({ token, depth }: { token: Tokens.Generic; depth: number }) {
  const header: readonly Tokens.TableCell[] = Array.isArray(token['header']) ? token['header'] : []
  const rows: readonly (readonly Tokens.TableCell[])[] = Array.isArray(token['rows']) ? token['rows'] : []
  return (
    <div className={classes.table} tabIndex={0} role="region" aria-label={say('unnamedTable')}>
      <table>
        <thead>
          <tr>
            {header.map(({ tokens, align }, index) => (
              <th key={index} scope="col" dir="auto" data-align={align}>
                <Nodes tokens={tokens} depth={depth} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            <tr key={row}>
              {cells.map(({ tokens, align }, index) => (
                <td key={index} dir="auto" data-align={align}>
                  <Nodes tokens={tokens} depth={depth} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
