import type { LotDeLAnnee } from "#domain/gerance/charges/annee-lue.ts";

type NamedLot = Pick<LotDeLAnnee, "appartement" | "locataires">;

const tenantsOf = ({ locataires }: NamedLot) => locataires.join(", ") || "Vacant aujourd’hui";

/** A dwelling by its place and, because two of a floor may have the same place, by its present tenants. */
export const LotName = ({ lot }: { lot: NamedLot }) => (
  <>
    <span className="block">{lot.appartement}</span>
    <span className="block text-xs font-normal text-muted">{tenantsOf(lot)}</span>
  </>
);

/** The place of a dwelling and its present tenants in one text, for a label or a question. */
export const lotInWords = (lot: NamedLot) => `${lot.appartement}, ${tenantsOf(lot)}`;
