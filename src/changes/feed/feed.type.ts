import { objectOf } from '../../graphql/classes.js'
import type { ChangePage } from './feed.service.js'
import { changePage } from './feed.shape.js'

export const ChangePageType = objectOf<ChangePage>(changePage)
