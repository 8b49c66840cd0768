import { eq, inArray } from "drizzle-orm";
import {
  type Constat,
  type ContenuDuConstat,
  empreinteConstat,
  type PhotoDuConstat,
} from "#domain/terrain/constat.ts";
import type { SignatureDuConstat } from "#domain/terrain/signature.ts";
import { storedFiles } from "#worker/db/schema/fichiers.ts";
import { photosConstat } from "#worker/db/schema/terrain.ts";
import { etatDesLieux } from "#worker/documents/bail/etat-des-lieux.ts";
import type { PhotoImprimee } from "#worker/documents/bail/photographies.ts";
import type { Composed } from "#worker/documents/page/blocks.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { lireReglages, papierDe } from "#worker/operations/fichiers/visuels.ts";
import { enParallele } from "#worker/operations/parallele.ts";

/** How many thumbnails are read at the same time. */
const ENSEMBLE = 6;

/**
 * The paper of an inventory that was signed or refused on site (terrain/README §19.8). Under the letterhead of the
 * agency, it prints the content that the signers read on site and nothing else.
 * @param digicode the code of the door, removed from the paper wherever it was written.
 */
export async function papierDuConstat(
  ctx: Pick<Contexte, "env" | "db" | "today">,
  {
    contenu,
    signatures,
    digicode,
  }: {
    contenu: ContenuDuConstat;
    signatures: readonly SignatureDuConstat[];
    digicode: string | null;
  },
): Promise<Composed> {
  const { cote, cadre, entree } = contenu;
  const sortie = cote === "sortie" ? contenu : null;
  const deLEntree = cote === "entree" ? contenu : entree;
  const photos = [...contenu.photos, ...(entree?.photos ?? [])];
  const [vignettes, papier, empreinte] = await Promise.all([
    vignettesDe(ctx, photos),
    lireReglages(ctx.db).then((reglages) => papierDe(ctx, reglages)),
    empreinteConstat(contenu),
  ]);
  const etat = (constat: Constat | null) =>
    constat && { ...constat.releve.valeurs, complements: constat.releve.complements };
  return etatDesLieux({
    ...cadre,
    logement: { ...cadre.logement, digicode: cadre.logement.digicode && digicode },
    cote,
    etatEntree: etat(deLEntree),
    etatSortie: etat(sortie),
    edfEntree: deLEntree?.releve.edf ?? null,
    edfSortie: sortie?.releve.edf ?? null,
    emission: ctx.today,
    photos: {
      entree: imprimees(deLEntree?.photos ?? [], vignettes),
      sortie: imprimees(sortie?.photos ?? [], vignettes),
    },
    ...papier,
    signe: { empreinte, meuble: cadre.meuble, signatures },
  });
}

const imprimees = (
  photos: readonly PhotoDuConstat[],
  vignettes: ReadonlyMap<string, Uint8Array>,
): PhotoImprimee[] =>
  photos.map((photo, rang) => ({
    ...photo,
    numero: rang + 1,
    vignette: vignettes.get(photo.cle) ?? null,
  }));

/** The thumbnails received for these photos, by their keys. @throws when R2 fails. */
async function vignettesDe(
  { env, db }: Pick<Contexte, "env" | "db">,
  photos: readonly PhotoDuConstat[],
): Promise<Map<string, Uint8Array>> {
  const recues = await db
    .select({ cle: photosConstat.cle, key: storedFiles.key })
    .from(photosConstat)
    .innerJoin(storedFiles, eq(storedFiles.id, photosConstat.VignetteId))
    .where(
      inArray(
        photosConstat.cle,
        photos.map(({ cle }) => cle),
      ),
    );
  const octets = await enParallele(recues, ENSEMBLE, async ({ key }) => {
    const objet = await env.FILES.get(key);
    return objet && new Uint8Array(await objet.arrayBuffer());
  });
  return new Map(
    recues.flatMap(({ cle }, rang) => {
      const vignette = octets[rang];
      if (vignette?.status === "rejected") throw vignette.reason;
      return vignette?.value ? [[cle, vignette.value]] : [];
    }),
  );
}
