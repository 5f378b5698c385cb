/** A fault to plant in a source file, and the tests that have to notice it. */

export interface PlantedFault {
  /** What is wrong then, in one line. */
  name: string;
  /** Path from the root of the project. */
  file: string;
  /** The text to replace; it occurs once in the file. */
  from: string;
  to: string;
}

export interface Fault extends PlantedFault {
  /** Test files or folders, from `test/`; those that notice it first come first. */
  tests: readonly string[];
}
