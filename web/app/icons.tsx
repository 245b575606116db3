import {
  AllSidesIcon,
  AvatarIcon,
  ChevronDownIcon,
  ChevronRightIcon,
  DotsHorizontalIcon,
  DoubleArrowLeftIcon,
  DoubleArrowRightIcon,
  EnterFullScreenIcon,
  CheckCircledIcon,
  CircleIcon,
  Cross2Icon,
  ExitIcon,
  EyeNoneIcon,
  EyeOpenIcon,
  GearIcon,
  GlobeIcon,
  Half2Icon,
  LockClosedIcon,
  LockOpen1Icon,
  IdCardIcon,
  LoopIcon,
  MagnifyingGlassIcon,
  MixerHorizontalIcon,
  MoonIcon,
  PauseIcon,
  PersonIcon,
  PlayIcon,
  QuestionMarkCircledIcon,
  ReloadIcon,
  ResetIcon,
  SpeakerLoudIcon,
  SpeakerOffIcon,
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

export const IconAdjust = square(Half2Icon)
export const IconArrowBackUp = square(ResetIcon)
export const IconArrowForwardUp = square(ResetIcon, { transform: 'scaleX(-1)' })
export const IconArrowsExchange = square(LoopIcon)
export const IconChevronDown = square(ChevronDownIcon)
export const IconChevronRight = square(ChevronRightIcon)
export const IconDots = square(DotsHorizontalIcon)
export const IconEye = square(EyeOpenIcon)
export const IconEyeOff = square(EyeNoneIcon)
export const IconFilter = square(MixerHorizontalIcon)
export const IconFit = square(AllSidesIcon)
export const IconFullscreen = square(EnterFullScreenIcon)
export const IconLock = square(LockClosedIcon)
export const IconLockOpen = square(LockOpen1Icon)
export const IconHelp = square(QuestionMarkCircledIcon)
export const IconLogout = square(ExitIcon)
export const IconMasksTheater = square(AvatarIcon)
export const IconMoon = square(MoonIcon)
export const IconMovie = square(VideoIcon)
export const IconNext = square(DoubleArrowRightIcon)
export const IconPlayerPause = square(PauseIcon)
export const IconPlayerPlay = square(PlayIcon)
export const IconPlayerSkipBack = square(TrackPreviousIcon)
export const IconPlayerSkipForward = square(TrackNextIcon)
export const IconPrevious = square(DoubleArrowLeftIcon)
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
export const IconVolume = square(SpeakerLoudIcon)
export const IconVolumeOff = square(SpeakerOffIcon)
export const IconWorld = square(GlobeIcon)
export const IconZoomIn = square(ZoomInIcon)
export const IconZoomOut = square(ZoomOutIcon)
