import type { CautionRow } from "#domain/personnes/caution.ts";
import { nomComplet } from "#domain/personnes/personne.ts";
import type { Column } from "#web/components/list/table-column.ts";
import { formatPhone } from "#web/lib/format.ts";
import { cautions } from "./cautions.ts";

const columns: readonly Column<CautionRow>[] = [
  {
    id: "nom",
    header: "Nom",
    className: "font-medium",
    cell: (caution) => nomComplet(caution),
  },
  { id: "mobile", header: "Mobile", card: "line", cell: (caution) => formatPhone(caution.mobile) },
  { id: "mail", header: "E-mail", from: "md", card: "line", cell: (caution) => caution.mail },
];

/** The dialog that chooses a guarantor who has no dossier. */
export const cautionChoice = {
  resource: cautions,
  columns,
  name: nomComplet,
  title: "Choisir une caution sans dossier",
  search: "Nom, mobile, e-mail",
  sort: "nom",
  fixed: { libre: true },
};
