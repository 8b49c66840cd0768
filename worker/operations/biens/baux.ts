import { eq, type SQL } from "drizzle-orm";
import { annexesPresentes } from "#domain/bail/annexes.ts";
import { regime } from "#domain/bail/bail.ts";
import type { Annexe } from "#domain/biens/dossier.ts";
import { aujourdhui, type Jour } from "#domain/dates.ts";
import { NotFound } from "#domain/erreurs.ts";
import { honorairesDuMandat } from "#domain/missions/mandat.ts";
import { bailleursLe } from "#domain/personnes/propriete.ts";
import type { Db } from "#worker/db/client.ts";
import { loyersEcrits, loyersLus } from "#worker/db/loyers.ts";
import { dossiers } from "#worker/db/schema/schema.ts";
import type { Bail } from "#worker/documents/bail/bail.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { lireReglages, noticeDe, papierDe } from "#worker/operations/fichiers/visuels.ts";
import { finsUsufruit, leLogement } from "./proprietaires.ts";

type Appel = Pick<Contexte, "env" | "db" | "today">;

/**
 * A lease with all the facts that its documents print, read in one database round trip.
 * @param le the day whose lessors the lease names; by default the day of its signature
 * @throws NotFound when the dossier does not exist.
 */
export async function chargerBail(ctx: Appel, DossierId: number, le?: Jour): Promise<Bail> {
  const { dossier, fins, reglages } = await lire(ctx.db, DossierId);
  if (!dossier) throw new NotFound();
  const notice = await noticeDe(ctx, reglages);
  const bailleurs = bailleursLe(dossier.appartement, fins, le ?? dossier.dateCreationBail);
  const bail = bailDe(dossier, { bailleurs, ...(await papierDe(ctx, reglages)) }, ctx.today);
  if (notice === null) return bail;
  return { ...bail, notice, presentes: [...bail.presentes, "notice"] };
}

/**
 * A lease and one of its guarantors, read in one database round trip. The lessors are those of the day the lease was
 * signed or, for a guarantor recorded later, those of the day he was recorded.
 * @throws NotFound when the guarantor is not one of this dossier.
 */
export async function chargerCautionnement(
  ctx: Appel,
  { DossierId, CautionId }: { DossierId: number; CautionId: number },
): Promise<{ bail: Bail; caution: Bail["cautions"][number] }> {
  const { dossier, fins, reglages } = await lire(ctx.db, DossierId);
  const caution = dossier?.cautions.find(({ id }) => id === CautionId);
  if (!dossier || !caution) throw new NotFound("Cette caution n’est pas rattachée à ce dossier.");
  const depuis = aujourdhui(new Date(caution.createdAt));
  const jour = depuis > dossier.dateCreationBail ? depuis : dossier.dateCreationBail;
  const bailleurs = bailleursLe(dossier.appartement, fins, jour);
  const bail = bailDe(dossier, { bailleurs, ...(await papierDe(ctx, reglages)) }, ctx.today);
  return { bail, caution };
}

const lire = (db: Db, DossierId: number) =>
  db.read({
    dossier: dossierDe(db, eq(dossiers.id, DossierId)),
    fins: finsUsufruit(db, leLogement(DossierId)),
    reglages: lireReglages(db),
  });

const dossierDe = (db: Db, lequel: SQL) =>
  db.query.dossiers.findFirst({
    where: lequel,
    with: {
      appartement: {
        with: {
          proprietes: { with: { client: true } },
          equipements: { with: { equipement: { columns: { nom: true, collectif: true } } } },
          missions: { columns: {}, with: { mission: true } },
        },
      },
      locataire: true,
      cautions: true,
      etatEntrant: { columns: { antenne: true, lieu: true, pieces: true } },
    },
    extras: { loyers: loyersEcrits.as("loyers") },
  });

function montantsConvenus(loyers: string) {
  const [convenu] = loyersLus(loyers);
  return convenu && { loyerHC: convenu.loyerHC, loyerCharge: convenu.loyerCharge };
}

function bailDe(
  dossier: NonNullable<Awaited<ReturnType<typeof dossierDe>>>,
  papier: Awaited<ReturnType<typeof papierDe>> & Pick<Bail, "bailleurs">,
  today: Jour,
): Bail & { presentes: Annexe[] } {
  const { appartement, locataire, cautions, etatEntrant } = dossier;
  const regimeDuBail = regime(dossier, locataire.rp);
  return {
    emission: today,
    regime: regimeDuBail,
    // A lease and its deed of guarantee print the rent that was agreed (art. 3 and 22-1), even if it changed since.
    dossier: { ...dossier, ...montantsConvenus(dossier.loyers) },
    appartement,
    locataire,
    cautions,
    equipements: appartement.equipements.map(({ equipement }) => equipement),
    antenne: etatEntrant?.antenne ?? null,
    lieuEntree: etatEntrant?.lieu ?? null,
    mandat: honorairesDuMandat(appartement.missions.map(({ mission }) => mission)),
    pieces: etatEntrant?.pieces.map(({ nom }) => nom) ?? [],
    presentes: annexesPresentes(
      { dossier, regime: regimeDuBail },
      {
        etatDesLieux: etatEntrant !== null,
        mobilier: dossier.inventaireEntreeId !== null,
        actes: cautions.map(({ acteCautionnementSignedId }) => acteCautionnementSignedId !== null),
      },
    ),
    ...papier,
  };
}
