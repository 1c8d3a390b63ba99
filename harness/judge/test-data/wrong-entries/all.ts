import { appetite } from './appetite.ts'
import { builtins } from './builtins.ts'
import { chance } from './chance.ts'
import { endings } from './endings.ts'
import { history } from './history.ts'
import { leftBehind } from './left-behind.ts'
import { outside } from './outside.ts'
import { slowness } from './slow.ts'
import { state } from './state.ts'
import { wrongBytes } from './wrong-bytes.ts'

/** The catalogue of wrong entries, and of right ones that look wrong. */
export const catalogue = {
  history,
  state,
  chance,
  builtins,
  endings,
  appetite,
  outside,
  leftBehind,
  slowness,
  wrongBytes,
}
