import { Stack, Text } from '@mantine/core'
import { DataTable, type Column } from '../app/DataTable.js'
import type { LabelFiguresFragment } from '../generated/graphql.js'
import { texts } from '../texts.js'
import { countText, figureText, none, type Agreement } from './figure-text.js'

const words = texts.agreement
type Figure = keyof typeof words.labelFigures
const figures = Object.keys(words.labelFigures) as Figure[]

interface Props {
  agreement: Pick<Agreement, 'types' | 'object' | 'mixed' | 'groups'>
  /** What figures mean, where they mean something else than usually. */
  meanings?: Partial<Record<Figure, string>>
}

const columnsOf = ({ agreement: { types, object }, meanings }: Props): Column<Figure>[] => [
  [words.figure, (figure) => words.labelFigures[figure]],
  [words.types, (figure) => valueOf(types, figure)],
  [words.objects, (figure) => valueOf(object, figure)],
  [words.meaning, (figure) => <Text size="sm">{meanings?.[figure] ?? words.labelMeanings[figure]}</Text>],
]

/** How far the personas agree in the types and objects that they give to the same tracks. */
export function LabelFigures(props: Props) {
  const { mixed, groups } = props.agreement
  return (
    <Stack gap="xs">
      <DataTable label={words.labels} columns={columnsOf(props)} rows={figures} keyOf={(figure) => figure} />
      {(groups.alone > 0 || mixed > 0) && (
        <Text size="sm" c="dimmed">
          {groups.alone > 0 && words.alone(groups.alone)} {mixed > 0 && words.mixed(mixed)}
        </Text>
      )}
    </Stack>
  )
}

function valueOf(labels: LabelFiguresFragment, figure: Figure): string {
  if (figure === 'units') return countText(labels.units)
  if (figure !== 'interval') return figureText(labels[figure])
  const [low, high] = labels.interval ?? []
  return low === undefined ? none : words.range(figureText(low), figureText(high))
}

const timeColumns: readonly Column<Agreement['time'][number]>[] = [
  [words.type, ({ name }) => name],
  [words.labelFigures.alpha, ({ alpha }) => figureText(alpha)],
  [words.pairFigures.temporalIou, ({ temporalIou }) => figureText(temporalIou)],
]

/** How far the personas agree in when each type is visible. */
export function TimeFigures({ time }: Pick<Agreement, 'time'>) {
  return (
    <DataTable
      label={words.time}
      columns={timeColumns}
      rows={time}
      keyOf={({ typeIds }) => typeIds.join(' ')}
      empty={
        <Text size="sm" c="dimmed">
          {words.noTime}
        </Text>
      }
    />
  )
}
