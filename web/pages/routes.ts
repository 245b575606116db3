import { lazy, type ComponentType, type FunctionComponent } from 'react'
import { chunkMissed } from '../lib/chunk.js'
import { texts } from '../texts.js'
import {
  IconArrowsExchange,
  IconGroups,
  IconShare,
  IconMovie,
  IconSettings,
  IconTrash,
  IconMasksTheater,
  IconUsersGroup,
  IconWorld,
} from '../app/frame-icons.js'
import type { Icon } from '../app/icons.js'
import { paths } from '../app/paths.js'
import { useSharesCount } from '../app/shares-count.js'

/** An entry of the navigation. */
export interface Nav {
  label: string
  icon: Icon
  adminOnly?: boolean
  /** A hook that returns the number shown beside the label. */
  count?: () => number | undefined
}

interface Route {
  path: string
  page: ComponentType
  /** The entry in the navigation; pages without one are reached by links on other pages. */
  nav?: Nav
}

/** Returns a page in a separate chunk, which is loaded when the page is first opened. */
function page<Name extends string>(load: () => Promise<Record<Name, FunctionComponent>>, name: Name): ComponentType {
  return lazy<FunctionComponent>(async () => ({ default: (await load().catch(chunkMissed))[name] }))
}

/** Every page of the desk. */
export const routes: Route[] = [
  {
    path: paths.library,
    page: page(() => import('../videos/Library.js'), 'Library'),
    nav: { label: texts.navigation.library, icon: IconMovie },
  },
  { path: paths.video, page: page(() => import('../watch/VideoPage.js'), 'VideoPage') },
  { path: paths.reading, page: page(() => import('../summaries/Reading.js'), 'Reading') },
  { path: paths.compare, page: page(() => import('../summaries/Compare.js'), 'Compare') },
  {
    path: paths.personas,
    page: page(() => import('../personas/Personas.js'), 'Personas'),
    nav: { label: texts.navigation.personas, icon: IconMasksTheater },
  },
  { path: paths.persona, page: page(() => import('../personas/PersonaPage.js'), 'PersonaPage') },
  {
    path: paths.world,
    page: page(() => import('../world/WorldPage.js'), 'WorldPage'),
    nav: { label: texts.navigation.world, icon: IconWorld },
  },
  {
    path: paths.projects,
    page: page(() => import('../projects/Projects.js'), 'Projects'),
    nav: { label: texts.navigation.projects, icon: IconUsersGroup },
  },
  { path: paths.project, page: page(() => import('../projects/ProjectPage.js'), 'ProjectPage') },
  {
    path: paths.groups,
    page: page(() => import('../groups/Groups.js'), 'Groups'),
    nav: { label: texts.groups.title, icon: IconGroups },
  },
  { path: paths.group, page: page(() => import('../groups/GroupPage.js'), 'GroupPage') },
  {
    path: paths.shared,
    page: page(() => import('../sharing/SharedWithMe.js'), 'SharedWithMe'),
    nav: { label: texts.received.title, icon: IconShare, count: useSharesCount },
  },
  {
    path: paths.exchange,
    page: page(() => import('../exchange/ExchangePage.js'), 'ExchangePage'),
    nav: { label: texts.navigation.exchange, icon: IconArrowsExchange },
  },
  { path: paths.profile, page: page(() => import('../accounts/ProfilePage.js'), 'ProfilePage') },
  {
    path: paths.trash,
    page: page(() => import('../changes/TrashPage.js'), 'TrashPage'),
    nav: { label: texts.navigation.trash, icon: IconTrash },
  },
  {
    path: paths.administration,
    page: page(() => import('../administration/Administration.js'), 'Administration'),
    nav: { label: texts.navigation.administration, icon: IconSettings, adminOnly: true },
  },
]
