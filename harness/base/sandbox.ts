/** Files, folders and variables that commands need in a sandbox besides the system. */
export interface SandboxMounts {
  readonly cwd: string
  /** Files to read, in that folder or elsewhere. */
  readonly files: readonly string[]
  /** Folders to read, at the same paths. Missing folders are left out. */
  readonly folders: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  /** Set if commands may write files into their folder that are kept. */
  readonly writes?: true
}

/** Puts commands into a sandbox with these mounts. */
export type Wrap = (mounts: SandboxMounts) => SandboxCommand

/** How commands run in a sandbox. */
export interface SandboxCommand {
  /** The words that run a command in a new sandbox, alone. */
  alone(command: readonly string[]): readonly string[]
  /**
   * The words before a command that make it the first process of a new sandbox.
   * @param pipes a folder that the sandbox shows as `pipesSeen` (default: none)
   */
  around(pipes?: string): readonly string[]
  readonly pipesSeen: string
  /**
   * The words before a program that isolate it from the shell that starts it in the sandbox. Absent if the system
   * cannot do that: then a sandbox is for one program only.
   */
  readonly apart?: readonly string[]
  /** The writable folders, by their paths inside the sandbox. */
  readonly writable: readonly string[]
  /** The path of a file or folder inside the sandbox. */
  seen(path: string): string
}
