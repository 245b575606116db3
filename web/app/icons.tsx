import {
  AvatarIcon,
  ChevronDownIcon,
  ChevronRightIcon,
  DotsHorizontalIcon,
  CheckCircledIcon,
  CircleIcon,
  Cross2Icon,
  ExitIcon,
  GearIcon,
  GlobeIcon,
  IdCardIcon,
  LoopIcon,
  MagnifyingGlassIcon,
  MoonIcon,
  PauseIcon,
  PersonIcon,
  PlayIcon,
  QuestionMarkCircledIcon,
  ReloadIcon,
  ResetIcon,
  Share1Icon,
  SunIcon,
  TrackNextIcon,
  TrackPreviousIcon,
  TrashIcon,
  VideoIcon,
  ZoomInIcon,
  ZoomOutIcon,
} from '@radix-ui/react-icons'
import type { ComponentType, SVGAttributes } from 'react'

interface IconProps extends Omit<SVGAttributes<SVGElement>, 'children'> {
  /** Width and height in pixels. */
  size?: number
}

export type Icon = ComponentType<IconProps>

/** A square icon, hidden from screen readers: the text or label beside it says what it stands for. */
function square(Drawn: typeof MoonIcon, style?: IconProps['style']): Icon {
  return function Square({ size = 18, ...rest }: IconProps) {
    return <Drawn width={size} height={size} aria-hidden style={style} {...rest} />
  }
}

export const IconArrowBackUp = square(ResetIcon)
export const IconArrowForwardUp = square(ResetIcon, { transform: 'scaleX(-1)' })
export const IconArrowsExchange = square(LoopIcon)
export const IconChevronDown = square(ChevronDownIcon)
export const IconChevronRight = square(ChevronRightIcon)
export const IconDots = square(DotsHorizontalIcon)
export const IconHelp = square(QuestionMarkCircledIcon)
export const IconLogout = square(ExitIcon)
export const IconMasksTheater = square(AvatarIcon)
export const IconMoon = square(MoonIcon)
export const IconMovie = square(VideoIcon)
export const IconPlayerPause = square(PauseIcon)
export const IconPlayerPlay = square(PlayIcon)
export const IconPlayerSkipBack = square(TrackPreviousIcon)
export const IconPlayerSkipForward = square(TrackNextIcon)
export const IconRefresh = square(ReloadIcon)
export const IconSearch = square(MagnifyingGlassIcon)
export const IconSettings = square(GearIcon)
export const IconSun = square(SunIcon)
export const IconTrash = square(TrashIcon)
export const IconShare = square(Share1Icon)
export const IconDone = square(CheckCircledIcon)
export const IconToDo = square(CircleIcon)
export const IconClose = square(Cross2Icon)
export const IconGroups = square(IdCardIcon)
export const IconUsersGroup = square(PersonIcon)
export const IconWorld = square(GlobeIcon)
export const IconZoomIn = square(ZoomInIcon)
export const IconZoomOut = square(ZoomOutIcon)
