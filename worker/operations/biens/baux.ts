import { eq, type SQL } from "drizzle-orm";
import { annexesPresentes } from "#domain/bail/annexes.ts";
import { type Annexe, regime } from "#domain/biens/dossier.ts";
import type { Jour } from "#domain/dates.ts";
import { NotFound } from "#domain/erreurs.ts";
import { honorairesDuMandat } from "#domain/missions/mandat.ts";
import { bailleursDe } from "#domain/personnes/propriete.ts";
import type { Db } from "#worker/db/client.ts";
import { dossiers } from "#worker/db/schema/schema.ts";
import type { Bail } from "#worker/documents/bail/bail.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { lireReglages, noticeDe, papierDe } from "#worker/operations/fichiers/visuels.ts";

type Appel = Pick<Contexte, "env" | "db" | "today">;

/**
 * A lease with all the facts of its documents, in one round trip.
 * @throws NotFound when the dossier does not exist.
 */
export async function chargerBail(ctx: Appel, DossierId: number): Promise<Bail> {
  const { dossier, reglages } = await lire(ctx.db, DossierId);
  if (!dossier) throw new NotFound();
  const notice = await noticeDe(ctx, reglages);
  const bail = bailDe(dossier, await papierDe(ctx, reglages), ctx.today);
  if (notice === null) return bail;
  return { ...bail, notice, presentes: [...bail.presentes, "notice"] };
}

/**
 * A lease and one of its guarantors, in one round trip.
 * @throws NotFound unless the guarantor answers for the dossier.
 */
export async function chargerCautionnement(
  ctx: Appel,
  { DossierId, CautionId }: { DossierId: number; CautionId: number },
): Promise<{ bail: Bail; caution: Bail["cautions"][number] }> {
  const { dossier, reglages } = await lire(ctx.db, DossierId);
  const caution = dossier?.cautions.find(({ id }) => id === CautionId);
  if (!dossier || !caution) throw new NotFound("Cette caution n’est pas rattachée à ce dossier.");
  return { bail: bailDe(dossier, await papierDe(ctx, reglages), ctx.today), caution };
}

const lire = (db: Db, DossierId: number) =>
  db.read({ dossier: dossierDe(db, eq(dossiers.id, DossierId)), reglages: lireReglages(db) });

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
  });

function bailDe(
  dossier: NonNullable<Awaited<ReturnType<typeof dossierDe>>>,
  papier: Awaited<ReturnType<typeof papierDe>>,
  today: Jour,
): Bail & { presentes: Annexe[] } {
  const { appartement, locataire, cautions, etatEntrant } = dossier;
  const regimeDuBail = regime(dossier, locataire.rp);
  return {
    emission: today,
    regime: regimeDuBail,
    dossier,
    appartement,
    bailleurs: bailleursDe(appartement),
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
