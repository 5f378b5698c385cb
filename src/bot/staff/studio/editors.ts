/** The staff who may enter the studio: marketers and owners. */
import { operatorId } from "../../../store/drafts.ts";
import type { Editor } from "../../i18n/drafts/draft-rules.ts";
import type { Colleague, StaffDirectory } from "../staff-directory.ts";

export interface Editors {
  /** Null = may not enter now. Read for every request, so that a removal takes effect at once. */
  of(id: string): Promise<Editor | null>;
  /** All who may enter now, the operator among them. */
  all(): Promise<Editor[]>;
}

export const operator: Editor = { id: operatorId, name: "Operator", role: "operator" };

/** @param account the members' one, whose staff it is. */
export function createEditors(
  directory: Pick<StaffDirectory, "of" | "all">,
  account: string,
): Editors {
  return {
    async of(id) {
      if (id === operatorId) return operator;
      const colleague = await directory.of(account, id);
      return colleague && editorOf(colleague);
    },
    async all() {
      const staff = await directory.all(account);
      return [operator, ...staff.flatMap((colleague) => editorOf(colleague) ?? [])];
    },
  };
}

const editorOf = ({ lineId, name, role }: Colleague): Editor | null =>
  role === "marketer" || role === "owner" ? { id: lineId, name, role } : null;
