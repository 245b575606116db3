import { Group, Select, Stack, Table, Text, VisuallyHidden } from '@mantine/core'
import { choicesOf } from '../lib/choices.js'
import { texts } from '../texts.js'
import type { ComparedPersona } from './chosen-personas.js'
import { figureText, type Agreement } from './figure-text.js'
import type { Look } from './looks.js'
import classes from './PairMatrix.module.css'
import { Swatch } from './Swatch.js'

const words = texts.agreement
/** A figure of a pair of personas. */
export type PairFigure = keyof typeof words.pairFigures
const figures = choicesOf(words.pairFigures)

interface Props {
  pairs: Agreement['pairs']
  personas: readonly ComparedPersona[]
  looks: ReadonlyMap<string, Look>
  figure: PairFigure
  onFigure: (figure: PairFigure) => void
}

/** One figure of each pair of personas, which the user chooses. */
export function PairMatrix({ pairs, personas, looks, figure, onFigure }: Props) {
  const pairOf = (one: string, other: string) =>
    pairs.find(({ personas: both }) => both.includes(one) && both.includes(other))
  return (
    <Stack gap="xs">
      <Select
        label={words.figure}
        data={figures}
        value={figure}
        allowDeselect={false}
        maw={320}
        onChange={(next) => next && onFigure(next as PairFigure)}
      />
      <Text size="sm" c="dimmed" maw="70ch">
        {words.pairMeanings[figure]}
      </Text>
      <Table.ScrollContainer
        minWidth={(personas.length + 1) * 112}
        scrollAreaProps={{ viewportProps: { tabIndex: 0, role: 'group', 'aria-label': words.matrix } }}
      >
        <Table withColumnBorders withTableBorder verticalSpacing={6} w="auto" aria-label={words.matrix}>
          <Table.Thead>
            <Table.Tr>
              <Table.Td>
                <VisuallyHidden>{words.persona}</VisuallyHidden>
              </Table.Td>
              {personas.map((persona) => (
                <PersonaHead key={persona.id} {...{ persona, looks }} scope="col" />
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {personas.map((row) => (
              <Table.Tr key={row.id}>
                <PersonaHead persona={row} looks={looks} scope="row" />
                {personas.map((column) => (
                  <Cell key={column.id} figure={figure} pair={row === column ? undefined : pairOf(row.id, column.id)} />
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Stack>
  )
}

function PersonaHead({ persona: { id, name }, looks, scope }: HeadProps) {
  return (
    <Table.Th scope={scope} c="var(--mantine-color-text)" maw={160}>
      <Group gap={6} wrap="nowrap">
        <Swatch look={looks.get(id)} />
        <Text size="sm" fw={500} truncate title={name}>
          {name}
        </Text>
      </Group>
    </Table.Th>
  )
}

interface HeadProps extends Pick<Props, 'looks'> {
  persona: ComparedPersona
  scope: 'row' | 'col'
}

/** The figure of a pair, on a ground that is the darker the higher it is; nothing for a persona and itself. */
function Cell({ pair, figure }: { pair: Agreement['pairs'][number] | undefined; figure: PairFigure }) {
  if (!pair) return <Table.Td className={classes.self!} aria-label={words.itself} />
  const value = pair[figure]
  const share = Math.round(40 * Math.max(0, Math.min(1, value ?? 0)))
  return (
    <Table.Td className={classes.cell!} style={{ ['--share' as string]: `${share}%` }}>
      {figureText(value)}
      {value === null && <VisuallyHidden>{words.noBasis}</VisuallyHidden>}
      <Text size="xs" c="inherit">
        {words.matched(pair.matched, pair.first + pair.second)}
      </Text>
    </Table.Td>
  )
}
