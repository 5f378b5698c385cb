/** Which samples and rich menus the gallery shows. */
import type { RichMenuSample, Sample } from "../../server/api-types.ts";

export interface GalleryFilter {
  /** All of them when it is empty. */
  languages: ReadonlySet<string>;
  /** `ordinary`, `empty`, `longest`; all of them when it is empty. */
  sample: string;
  isNear: boolean;
  isEdited: boolean;
}

export const everything: GalleryFilter = {
  languages: new Set(),
  sample: "",
  isNear: false,
  isEdited: false,
};

/** Whether it comes near a limit, or breaks a rule. */
export const isNear = ({ measures, faults }: Sample) =>
  faults.length > 0 || measures.some(({ near }) => near);

const hasLanguage = ({ languages }: GalleryFilter, language: string) =>
  languages.size === 0 || languages.has(language);

/** @param searched in small letters; everything has what is empty. */
export const passes = (one: Sample, filter: GalleryFilter, searched: string): boolean =>
  hasLanguage(filter, one.language) &&
  (filter.sample === "" || one.sample.split("-")[0] === filter.sample) &&
  (!filter.isNear || isNear(one)) &&
  (!filter.isEdited || one.published !== undefined) &&
  (searched === "" ||
    `${one.reply} ${one.sample} ${JSON.stringify(one.messages)}`.toLowerCase().includes(searched));

export const menuPasses = (
  menu: RichMenuSample,
  filter: GalleryFilter,
  searched: string,
): boolean =>
  hasLanguage(filter, menu.language) &&
  (filter.sample === "" || filter.sample === "ordinary") &&
  !filter.isNear &&
  (!filter.isEdited || menu.edited) &&
  `menu ${menu.audience} ${JSON.stringify(menu.areas)}`.toLowerCase().includes(searched);
