import { describe, expect, test } from 'vitest'
import { and, convert, eq, field, gt, literal, not, or } from '../../../query/cases/case.ts'
import { compileCondition, compileSort } from '../../../query/compile.ts'
import { aliasesIn, joined, render } from '../../../query/fragment.ts'
import { bindCase } from '../../../testing/query-cases.ts'
import { callTable } from '../calls/call-table.ts'
import { SQLITE } from './dialect.ts'

describe('the SQL of a query is readable and stable', () => {
  const compiled = (query: string, expand_columns: readonly string[] = []) => {
    const { condition } = bindCase({ resource: 'calls', query, expand_columns })
    const fragment = condition && compileCondition(condition, callTable('team/app'))
    return fragment && { ...render(fragment, SQLITE), uses: aliasesIn(fragment) }
  }

  test('columns are compared as they are, so that indexes serve', () => {
    const fragment = compiled(
      and(eq(field('trace_id'), literal('"t"')), gt(field('started_at'), literal('1'))),
    )

    expect(fragment?.sql).toBe('((c.trace_id = ?) and (c.started_at > ?))')
    expect(fragment?.params).toEqual(['t', 1_000_000n])
    expect([...(fragment?.uses ?? [])]).toEqual([])
  })

  test('not looks at conjunctions with null as false', () => {
    const fragment = compiled(
      not(or(eq(field('wb_run_id'), literal('"r"')), eq(field('parent_id'), literal('null')))),
    )

    expect(fragment?.sql).toBe('(not coalesce(((c.wb_run_id = ?) or (c.parent_id is null)), 0))')
  })

  test('what is asked of ops alone is asked of each of them once', () => {
    const fragment = compiled(
      and(eq(field('summary.weave.op'), literal('"x"')), eq(field('id'), literal('"c"'))),
    )

    expect(lines(fragment?.sql)).toMatchInlineSnapshot(`
      "((c.op in (select n.id
      from op_names n
      where n.project = (select id
      from projects
      where name = ?)
      and (heddle_trace_name(n.name) = ?)))
      and (c.id = ?))"
    `)
  })

  test('also where several things are asked of them', () => {
    const op = field('summary.weave.op')
    const fragment = compiled(or(eq(op, literal('"x"')), eq(op, literal('"y"'))))

    expect(fragment?.sql.match(/op_names/g)).toHaveLength(1)
  })

  test('JSON is read by its type', () => {
    const fragment = compiled(gt(field('inputs.score'), literal('0.5')))

    expect(lines(fragment?.sql)).toMatchInlineSnapshot(`
      "(case json_type(iif(k.slot is null, s.inputs, heddle_sealed(k.slot, 1)), '$."score"')
      when 'integer' then cast(iif(typeof(iif(k.slot is null, s.inputs, heddle_sealed(k.slot, 1)) ->> '$."score"') = 'integer', iif(k.slot is null, s.inputs, heddle_sealed(k.slot, 1)) ->> '$."score"', heddle_int(iif(k.slot is null, s.inputs, heddle_sealed(k.slot, 1)) -> '$."score"')) as real)
      when 'real' then iif(abs(iif(k.slot is null, s.inputs, heddle_sealed(k.slot, 1)) ->> '$."score"') between 1e-8
      and 1e15, iif(k.slot is null, s.inputs, heddle_sealed(k.slot, 1)) ->> '$."score"', heddle_double(iif(k.slot is null, s.inputs, heddle_sealed(k.slot, 1)) -> '$."score"'))
      when 'text' then heddle_double(iif(k.slot is null, s.inputs, heddle_sealed(k.slot, 1)) ->> '$."score"')
      end > ?)"
    `)
    expect([...(fragment?.uses ?? [])]).toEqual(['s', 'k'])
  })

  test('digits in a path are an index or a key', () => {
    const fragment = compiled(existing('output.choices.0.text'))

    expect(lines(fragment?.sql)).toMatchInlineSnapshot(`
      "(select (coalesce(json_type(element, '$."text"'), 'null') <> 'null')
      from (select (select coalesce(container -> 0, container -> '$."0"')
      from (select iif(k.slot is null, e.output, heddle_sealed(k.slot, 3)) -> '$."choices"' as container)) as element))"
    `)
    expect([...(fragment?.uses ?? [])]).toEqual(['e', 'k'])
  })

  test('feedback with many values is searched row by row', () => {
    const fragment = compiled(eq(field('feedback.[wandb.reaction.1].payload.emoji'), literal('"x"')))

    expect(lines(fragment?.sql)).toMatchInlineSnapshot(`
      "exists (select 1
      from (select case json_type(f.payload, '$."emoji"')
      when 'text' then f.payload ->> '$."emoji"'
      when 'integer' then coalesce(nullif(f.payload -> '$."emoji"', '-0'), '0')
      when 'real' then heddle_json_text(f.payload -> '$."emoji"')
      when 'null' then ''
      else coalesce(iif(instr(f.payload -> '$."emoji"', '\\'), heddle_json_text(f.payload -> '$."emoji"'), f.payload -> '$."emoji"'), '')
      end as item
      from feedback f
      where f.project = c.project
      and f.weave_ref = ? || c.id
      and f.feedback_type = ?)
      where item <> ''
      and (item = ?))"
    `)
    expect(fragment?.params).toEqual(['weave:///team/app/call/', 'wandb.reaction.1', 'x'])
  })

  test('a ref is followed to the value of its object', () => {
    const fragment = compiled(existing('inputs.model.name'), ['inputs.model'])

    expect(lines(fragment?.sql)).toMatchInlineSnapshot(`
      "coalesce((select (coalesce(json_type(o.val, '$."name"'), 'null') <> 'null')
      from object_versions o
      where o.project = c.project
      and o.ref = case json_type(iif(k.slot is null, s.inputs, heddle_sealed(k.slot, 1)), '$."model"')
      when 'text' then iif(k.slot is null, s.inputs, heddle_sealed(k.slot, 1)) ->> '$."model"'
      when 'integer' then coalesce(nullif(iif(k.slot is null, s.inputs, heddle_sealed(k.slot, 1)) -> '$."model"', '-0'), '0')
      when 'real' then heddle_json_text(iif(k.slot is null, s.inputs, heddle_sealed(k.slot, 1)) -> '$."model"')
      when 'null' then ''
      else coalesce(iif(instr(iif(k.slot is null, s.inputs, heddle_sealed(k.slot, 1)) -> '$."model"', '\\'), heddle_json_text(iif(k.slot is null, s.inputs, heddle_sealed(k.slot, 1)) -> '$."model"'), iif(k.slot is null, s.inputs, heddle_sealed(k.slot, 1)) -> '$."model"'), '')
      end and o.deleted_at is null), 0)"
    `)
  })

  test('a user’s text never becomes SQL', () => {
    const fragment = compiled(
      eq(field("inputs.a'; drop table calls; --"), literal('"\'; drop table calls; --"')),
    )

    expect(fragment?.sql).toContain(`'$."a''; drop table calls; --"'`)
    expect(fragment?.params).toEqual(["'; drop table calls; --"])
  })

  test('a sort by a column is by its index', () => {
    const { sort } = bindCase({ resource: 'calls', sort: [{ field: 'started_at', direction: 'desc' }] })

    const terms = joined(compileSort(sort, callTable('team/app')), ', ')
    expect(render(terms, SQLITE).sql).toBe('c.started_at desc nulls last')
  })
})

const existing = (path: string) => and(convert(field(path), 'exists'))

/** One clause a line. */
const lines = (text: string | undefined) =>
  (text ?? '').replace(/\s+/g, ' ').replace(/ (when|from|where|and|else|end|order by) /g, '\n$1 ')
