import { sql } from "drizzle-orm";
import type { Jour } from "#domain/dates.ts";
import type { FaitsAlertes } from "#domain/gerance/relances/alertes.ts";
import type { RelanceFaite } from "#domain/gerance/relances/relances.ts";
import { alertesDuSuivi } from "#domain/gerance/relances/suivi.ts";
import { MAIL_EFFACE } from "#domain/personnes/personne.ts";
import { echeancesDeGarantie } from "#domain/suivi/loyers.ts";
import { aideDe, detteDite } from "#worker/operations/gerance/relances/dettes-dites.ts";
import { impayes } from "#worker/operations/gerance/relances/impayes.ts";
import { DOSSIERS, duDossier, type SujetLu, source } from "./source.ts";

interface DetteGarantie extends SujetLu {
  id: number;
  du: number;
  exigibleLe: Jour;
  loyerHC: number;
  charges: number;
  aide: number;
  gli: number;
  visale: number;
  /** The unpaid sums and the reminders of the dossier, as JSON. */
  restes: string;
  relances: string;
}

/** The debts of leases that have a housing benefit, a rent insurance or Visale. */
export const GARANTIES = source<DetteGarantie>({
  genres: ["impaye_caf", "gli_relance", "gli_declaration", "visale_relance", "visale_declaration"],
  entite: "Dossier",
  requete: ({ today }, quel) => sql`
    SELECT d.id, impaye.du, impaye."exigibleLe", d."loyerHC", d."loyerCharge" AS charges,
      coalesce(d."garantieLoyersImpayes", 0) AS gli, coalesce(d.visale, 0) AS visale,
      ${detteDite(sql`d.id`, today)}, ${duDossier}
    FROM ${DOSSIERS} JOIN ${impayes(today)} ON impaye."DossierId" = d.id
    WHERE ${quel(sql`d.id`)} AND t.mail <> ${MAIL_EFFACE} AND impaye.du > 0
      AND (d."garantieLoyersImpayes" OR d.visale OR ${aideDe(sql`d.id`, today)} > 0)`,
  echeances: ({ id, exigibleLe, restes, relances, gli, visale, ...dette }, { agence, today }) => {
    const faits: Omit<FaitsAlertes, "relancee" | "miseEnDemeure" | "transmise"> = {
      ...dette,
      exigibleLe,
      restes: JSON.parse(restes),
      gli: gli === 1,
      visale: visale === 1,
    };
    const faites: RelanceFaite[] = JSON.parse(relances);
    return echeancesDeGarantie({
      id,
      exigibleLe,
      ...alertesDuSuivi({ ...faits, relances: faites }, agence, today),
    });
  },
});
