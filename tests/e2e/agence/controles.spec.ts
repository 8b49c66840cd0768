import { expect, test } from "@playwright/test";
import { base, connecter } from "../../support/browser/browser.ts";

// The screen shows the hours of the agency, even to a reader in another time zone.
test.use({ timezoneId: "America/New_York" });

test("une ligne de l’historique falsifiée se lit en rouge, avec son numéro ; remise, en vert", async ({
  page,
}) => {
  await connecter(page, "/controles");
  const chaine = page.getByRole("row").filter({ hasText: "Chaîne de l’historique" });
  await expect(chaine).toContainText("En ordre");
  await expect(chaine).toContainText(/[\d\s]+ lignes? relues?/);
  await expect(
    page.getByRole("row").filter({ hasText: "Dernière copie de la base" }),
  ).toContainText(/copies? gardées?/);
  const heure = new Intl.DateTimeFormat("fr-FR", { timeZone: "Europe/Paris", hour: "2-digit" });
  const [h] = heure.format(new Date()).split(/\D/);
  await expect(page.getByText(/^Vérifié le/)).toContainText(new RegExp(` ${h}:\\d\\d\\.`));

  const db = base();
  const { rows } = await db.execute(
    "SELECT sql FROM sqlite_schema WHERE name = 'History_immuable'",
  );
  await db.execute("DROP TRIGGER History_immuable");
  const falsifier = (ajout: string) =>
    db.execute({ sql: "UPDATE History SET etat = etat || ? WHERE id = 1", args: [ajout] });
  try {
    await falsifier(" ?");
    await page.getByRole("button", { name: "Vérifier à nouveau" }).click();
    await expect(chaine).toContainText("À examiner");
    await expect(chaine).toContainText(
      "Ligne 1 : La ligne n’est plus celle qui a été scellée, ou n’est plus à sa place.",
    );
  } finally {
    await db.execute("UPDATE History SET etat = rtrim(etat, ' ?') WHERE id = 1");
    await db.execute(String(rows[0]?.sql));
  }
  await page.getByRole("button", { name: "Vérifier à nouveau" }).click();
  await expect(chaine).toContainText("En ordre");
});
