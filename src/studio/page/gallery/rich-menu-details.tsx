/** One rich menu of the gallery by itself. */
import type { RichMenuSample } from "../../server/api-types.ts";
import { api } from "../api.ts";
import { Button } from "../button.tsx";
import { CodeBlock } from "../code-block.tsx";
import { MessageActionsContext } from "../render/message-actions.ts";
import { RichMenuPicture } from "../rich-menu-picture.tsx";
import { CopyAddress } from "../sharing/copy-address.tsx";
import { copyPicture } from "../sharing/copy-picture.ts";
import { toastActions } from "./sample-messages.tsx";

/** A rich menu's address in the gallery. */
export const menuPathOf = ({ audience, language }: RichMenuSample) =>
  `menus/${audience}/${language}`;

const imageOf = async (address: string) => (await fetch(address)).blob();

export function RichMenuDetails({ menu }: { menu: RichMenuSample }) {
  const { id, audience, language, bar, areas } = menu;
  const address = api.galleryMenuImage(id);
  const copy = () => void copyPicture(imageOf(address), menuPathOf(menu).replaceAll("/", "-"));
  return (
    <section class="single" aria-label={menuPathOf(menu)}>
      <a class="quiet" href="#/gallery">
        ‹ All replies
      </a>
      <h2>
        Rich menu <span class="chip">{audience}</span> <span class="chip">{language}</span>
      </h2>
      <div class="share" role="group" aria-label="Share">
        <CopyAddress class="small" />
        <Button class="small" onClick={copy}>
          Copy as picture
        </Button>
      </div>
      <div class="compare">
        <figure class="screen-alone">
          <figcaption dir="auto" lang={language}>
            {bar}
          </figcaption>
          <MessageActionsContext.Provider value={toastActions}>
            <RichMenuPicture menu={menu} address={address} lang={language} />
          </MessageActionsContext.Provider>
        </figure>
        <div class="facts">
          <h3>Areas</h3>
          <CodeBlock json={JSON.stringify(areas)} label="Areas as JSON" />
        </div>
      </div>
    </section>
  );
}
