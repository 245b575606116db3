import {
  Anchor,
  AppShell,
  Avatar,
  Badge,
  Burger,
  Group,
  Menu,
  NavLink,
  Text,
  UnstyledButton,
  VisuallyHidden,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useEffect, useRef, type ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { Bell } from '../changes/Bell.js'
import { SearchButton } from '../search/SearchButton.js'
import { texts } from '../texts.js'
import { IconLogout, IconMoon, IconPerson, IconSun } from '../app/frame-icons.js'
import { useKeptFocus } from '../app/keep-focus.js'
import { Mark } from '../app/Mark.js'
import { pageId } from '../app/page-id.js'
import { paths } from '../app/paths.js'
import { routes, type Nav } from './routes.js'
import { useSession, useSignOut, useViewer } from '../app/session.js'
import { Shortcuts } from '../app/Shortcuts.js'

/** The frame around every page: the brand, the navigation, the search, and the menu of the user. */
export function Shell({ children }: { children: ReactNode }) {
  const [opened, { toggle, close }] = useDisclosure()
  const [place] = useLocation()
  const viewer = useViewer()
  const entries = routes.flatMap(({ path, nav }) =>
    nav && (!nav.adminOnly || viewer.isAdmin) ? [{ path, ...nav }] : [],
  )
  useEffect(close, [place, close])
  useKeptFocus()
  const main = useRef<HTMLElement>(null)
  const before = useRef(place)
  // After a navigation the focus moves to the content, so that keyboards and screen readers continue there and not
  // behind the link.
  useEffect(() => {
    if (before.current !== place && !main.current?.contains(document.activeElement))
      main.current?.focus({ preventScroll: true })
    before.current = place
  }, [place])
  return (
    <AppShell
      id={pageId}
      header={{ height: 52 }}
      navbar={{ width: 216, breakpoint: 'sm', collapsed: { mobile: !opened } }}
      padding="md"
      transitionDuration={0}
    >
      <AppShell.Header>
        <a className="skip" href="#content">
          {texts.navigation.skip}
        </a>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap">
            <Burger opened={opened} onClick={toggle} hiddenFrom="sm" size="sm" aria-label={texts.navigation.menu} />
            <Anchor component={Link} href={paths.library} fw={600} c="var(--mantine-color-text)" underline="never">
              <Group component="span" gap={8} wrap="nowrap">
                <Mark />
                {texts.brand}
              </Group>
            </Anchor>
          </Group>
          <Group gap="xs" wrap="nowrap" flex={1} miw={0} justify="flex-end">
            <SearchButton />
            <Person name={viewer.displayName} />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar px={4} py="xs" aria-label={texts.navigation.label}>
        {entries.map(({ path, ...nav }) => (
          <Entry key={path} path={path} place={place} {...nav} />
        ))}
      </AppShell.Navbar>
      <AppShell.Main ref={main} id="content" tabIndex={-1}>
        {children}
      </AppShell.Main>
    </AppShell>
  )
}

interface EntryProps extends Nav {
  path: string
  /** The path of the current page. */
  place: string
}

const noCount = () => undefined

/** An entry of the navigation, with its number if it has one. */
function Entry({ path, place, label, icon: Icon, count: useCount = noCount }: EntryProps) {
  const count = useCount()
  return (
    <NavLink
      component={Link}
      href={path}
      label={label}
      px={8}
      leftSection={<Icon size={18} aria-hidden />}
      rightSection={count ? <Badge variant="light">{count}</Badge> : undefined}
      active={place === path || (path !== '/' && place.startsWith(`${path}/`))}
      {...(place === path && { 'aria-current': 'page' as const })}
    />
  )
}

function Person({ name }: { name: string }) {
  return (
    <Group gap="xs" wrap="nowrap" miw={0}>
      <Bell />
      <Shortcuts />
      <Account name={name} />
    </Group>
  )
}

/** The menu of the user: the profile, the colour scheme, which follows the system until one is chosen, and sign-out. */
function Account({ name }: { name: string }) {
  const { config } = useSession()
  const { mutate: signOut } = useSignOut()
  const { setColorScheme } = useMantineColorScheme()
  const other = useComputedColorScheme('light') === 'dark' ? 'light' : 'dark'
  const Scheme = other === 'light' ? IconSun : IconMoon
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <UnstyledButton>
          <VisuallyHidden>{texts.session.accountOf(name)}</VisuallyHidden>
          <Group gap={8} wrap="nowrap" aria-hidden>
            <Avatar name={name} size={28} color="indigo" variant="light" />
            <Text size="sm" maw={160} truncate visibleFrom="sm">
              {name}
            </Text>
          </Group>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} href={paths.profile} leftSection={<IconPerson size={16} />}>
          {texts.profile.title}
        </Menu.Item>
        <Menu.Item leftSection={<Scheme size={16} />} onClick={() => setColorScheme(other)}>
          {texts.navigation[other]}
        </Menu.Item>
        {config?.mode !== 'SINGLE_USER' && (
          <>
            <Menu.Divider />
            <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => signOut({})}>
              {texts.session.signOut}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
