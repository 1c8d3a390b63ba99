/** What commands need in a sandbox besides the system. */
export interface SandboxMounts {
  readonly cwd: string
  /** To read, in that folder or elsewhere. */
  readonly files: readonly string[]
  /** To read, at the same paths. Missing folders are left out. */
  readonly folders: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  /** Keeps files that commands write into their folder. */
  readonly writes?: true
}

export type Wrap = (mounts: SandboxMounts) => SandboxCommand

export interface SandboxCommand {
  /** Runs a command in a new sandbox, alone. */
  alone(command: readonly string[]): readonly string[]
  /**
   * Stands before a command, and makes it the first process of a new sandbox.
   * @param pipes a folder that the sandbox shows as `pipesSeen` (default: none)
   */
  around(pipes?: string): readonly string[]
  readonly pipesSeen: string
  /**
   * Stands before a program, and isolates it from the shell that starts it in the sandbox. Absent if the system cannot do that:
   * then a sandbox is for one program only.
   */
  readonly apart?: readonly string[]
  /** Folders, by their paths inside the sandbox. */
  readonly writable: readonly string[]
  /** Returns the path inside the sandbox. */
  seen(path: string): string
}
