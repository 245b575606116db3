import {
  AllSidesIcon,
  CheckIcon,
  ChevronDownIcon,
  ChevronRightIcon,
  Cross2Icon,
  DotsHorizontalIcon,
  DoubleArrowLeftIcon,
  DoubleArrowRightIcon,
  EnterFullScreenIcon,
  EyeNoneIcon,
  EyeOpenIcon,
  Half2Icon,
  LockClosedIcon,
  LockOpen1Icon,
  MixerHorizontalIcon,
  PauseIcon,
  PlayIcon,
  ResetIcon,
  SpeakerLoudIcon,
  SpeakerOffIcon,
  TrackNextIcon,
  TrackPreviousIcon,
  ZoomInIcon,
  ZoomOutIcon,
} from '@radix-ui/react-icons'
import type { ComponentType, SVGAttributes } from 'react'

interface IconProps extends Omit<SVGAttributes<SVGElement>, 'children'> {
  /** Width and height in pixels. */
  size?: number
}

export type Icon = ComponentType<IconProps>

/** Returns a square icon, hidden from screen readers: the text or label beside it carries its meaning. */
function square(Drawn: typeof PlayIcon, style?: IconProps['style']): Icon {
  return function Square({ size = 18, ...rest }: IconProps) {
    return <Drawn width={size} height={size} aria-hidden style={style} {...rest} />
  }
}

export const IconAdjust = square(Half2Icon)
export const IconArrowBackUp = square(ResetIcon)
export const IconArrowForwardUp = square(ResetIcon, { transform: 'scaleX(-1)' })
export const IconCheck = square(CheckIcon)
export const IconChevronDown = square(ChevronDownIcon)
export const IconChevronRight = square(ChevronRightIcon)
export const IconCross = square(Cross2Icon)
export const IconDots = square(DotsHorizontalIcon)
export const IconEye = square(EyeOpenIcon)
export const IconEyeOff = square(EyeNoneIcon)
export const IconFilter = square(MixerHorizontalIcon)
export const IconFit = square(AllSidesIcon)
export const IconFullscreen = square(EnterFullScreenIcon)
export const IconLock = square(LockClosedIcon)
export const IconLockOpen = square(LockOpen1Icon)
export const IconNext = square(DoubleArrowRightIcon)
export const IconPlayerPause = square(PauseIcon)
export const IconPlayerPlay = square(PlayIcon)
export const IconPlayerSkipBack = square(TrackPreviousIcon)
export const IconPlayerSkipForward = square(TrackNextIcon)
export const IconPrevious = square(DoubleArrowLeftIcon)
export const IconVolume = square(SpeakerLoudIcon)
export const IconVolumeOff = square(SpeakerOffIcon)
export const IconZoomIn = square(ZoomInIcon)
export const IconZoomOut = square(ZoomOutIcon)

export { IconSearch } from './frame-icons.js'
