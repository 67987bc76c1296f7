/** The part of Grafana's dashboard model (schema version 39) that docs/grafana.json uses; unknown members are refused. */
import { Type } from 'typebox'

const closed = { additionalProperties: false } as const
const text = Type.String({ minLength: 1 })

const Source = Type.Object({ type: Type.Literal('prometheus'), uid: Type.Literal('${source}') }, closed)

const Target = Type.Object(
  {
    refId: Type.String({ pattern: '^[A-Z]$' }),
    datasource: Source,
    expr: text,
    legendFormat: Type.Optional(text),
  },
  closed,
)

/** The grid has 24 columns. */
const Position = Type.Object(
  {
    x: Type.Integer({ minimum: 0, maximum: 23 }),
    y: Type.Integer({ minimum: 0 }),
    w: Type.Integer({ minimum: 1, maximum: 24 }),
    h: Type.Integer({ minimum: 1 }),
  },
  closed,
)

/** Units of Grafana's catalog that the dashboard uses. */
const Unit = Type.Enum(['reqps', 'percentunit', 's', 'ops', 'short', 'bytes', 'none'])

const Panel = Type.Object(
  {
    id: Type.Integer({ minimum: 1 }),
    type: Type.Enum(['timeseries', 'stat', 'table', 'gauge']),
    title: text,
    description: text,
    datasource: Source,
    gridPos: Position,
    fieldConfig: Type.Object(
      {
        defaults: Type.Object(
          { unit: Unit, min: Type.Optional(Type.Number()), max: Type.Optional(Type.Number()) },
          closed,
        ),
        overrides: Type.Array(Type.Unknown()),
      },
      closed,
    ),
    targets: Type.Array(Target, { minItems: 1 }),
  },
  closed,
)

const SourceVariable = Type.Object(
  { name: text, label: text, type: Type.Literal('datasource'), query: Type.Literal('prometheus') },
  closed,
)

const QueryVariable = Type.Object(
  {
    name: text,
    label: text,
    type: Type.Literal('query'),
    datasource: Source,
    query: Type.Object({ qryType: Type.Integer(), query: text, refId: text }, closed),
    refresh: Type.Enum([0, 1, 2]),
    sort: Type.Integer({ minimum: 0, maximum: 8 }),
    multi: Type.Boolean(),
    includeAll: Type.Boolean(),
    allValue: text,
    current: Type.Object({ text, value: Type.Array(text) }, closed),
  },
  closed,
)

export const Dashboard = Type.Object(
  {
    title: text,
    uid: Type.String({ pattern: '^[A-Za-z0-9_-]{1,40}$' }),
    description: text,
    tags: Type.Array(text),
    schemaVersion: Type.Literal(39),
    version: Type.Integer({ minimum: 0 }),
    editable: Type.Boolean(),
    refresh: Type.String({ pattern: '^[0-9]+[smh]$' }),
    time: Type.Object({ from: text, to: text }, closed),
    timezone: Type.Enum(['', 'browser', 'utc']),
    templating: Type.Object({ list: Type.Array(Type.Union([SourceVariable, QueryVariable])) }, closed),
    panels: Type.Array(Panel, { minItems: 1 }),
  },
  closed,
)
