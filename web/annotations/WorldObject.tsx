import { Select } from '@mantine/core'
import type { LinkType } from '../generated/graphql.js'
import { listsOfObjects, useKnownObjects, type ListOfObjects } from '../personas/known-worlds.js'
import { texts } from '../texts.js'
import type { Link } from './act.js'
import { useLinkTypes } from './link-types.js'

const words = texts.link

interface Props {
  link: Link | undefined
  /** Receives also the id of the object, if it is in a world of the user's own. */
  onChange: (link: Link, objectId?: string) => void
  persona: string | null | undefined
}

const kindsOfLists: Record<ListOfObjects, LinkType> = {
  entities: 'ENTITY',
  events: 'EVENT',
  times: 'TIME',
  entityCollections: 'ENTITY_COLLECTION',
  eventCollections: 'EVENT_COLLECTION',
  timeCollections: 'TIME_COLLECTION',
}

/** Chooses an object of the worlds of the persona's project, or of the user's personal world. */
export function WorldObject({ link, onChange, persona }: Props) {
  const { projectId } = useLinkTypes(persona)
  const objects = useKnownObjects(projectId)
  const groups = listsOfObjects.flatMap((list) => {
    const all = objects.filter((one) => one.list === list)
    return all.length ? [{ linkType: kindsOfLists[list], all }] : []
  })
  return (
    <Select
      label={words.objectOf}
      placeholder={words.choose}
      data={groups.map(({ linkType, all }) => ({
        group: words.objects[linkType],
        items: all.map(({ key, name, owner }) => ({
          value: `${linkType} ${key}`,
          label: owner ? words.ofOwner(name, owner) : name,
        })),
      }))}
      value={link?.type === 'OBJECT' ? `${link.linkType} ${link.label}` : null}
      onChange={(value) => {
        const [, linkType, label = ''] = /^(\S+) (.*)$/.exec(value ?? '') ?? []
        if (!linkType) return
        const object = objects.find(({ key, list }) => key === label && kindsOfLists[list] === linkType)
        onChange({ type: 'OBJECT', label, linkType: linkType as LinkType }, object?.ownId)
      }}
      searchable
      data-autofocus
      nothingFoundMessage={words.noObject}
    />
  )
}

/** The name of the object that a link means. */
export function ObjectName({ link, persona }: Pick<Props, 'persona'> & { link: Link }) {
  const { projectId } = useLinkTypes(persona)
  const objects = useKnownObjects(projectId)
  const object = objects.find(({ list, key }) => kindsOfLists[list] === link.linkType && key === link.label)
  return words.objectNamed(object?.name)
}
