import type { Attacker } from './attacker.ts'
import type { HostilePlan } from './plan.ts'

export interface AttackContext {
  readonly attacker: Attacker
  readonly plan: HostilePlan
  readonly grpcPort: number
}

/** One way to hurt the server. Each is tried on a server of its own. */
export interface Attack {
  readonly name: string
  /** Stores what the attack needs; not measured. */
  readonly prepare?: (context: AttackContext) => Promise<void>
  /** Says what became of it: statuses, mostly. */
  readonly run: (context: AttackContext) => Promise<string>
  /** What the outcome has to be where one alone will do. */
  readonly wanted?: string
}
