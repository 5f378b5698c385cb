/** The messages of the dev channel in Japanese. */
import type { DevMessages } from "./dev-keys.ts";

export const ja: DevMessages = {
  "dev.help.title": "開発チャンネルだけで使えます：",
  "dev.help.as": "その会員が送ったものとして答えます",
  "dev.help.nobody": "会員ではない人が送ったものとして答えます",
  "dev.help.preview": "返信をサンプルで表示します",
  "dev.help.replies": "返信の一覧を表示します",
  "dev.help.reset": "サンプル表示に戻します",
  "dev.as.usage":
    "/as のあとに会員の電話番号・名前・カード番号を入力してください。/as nobody で会員ではない人として試せます。",
  "dev.as.member": "これから{name}様としてお答えします。",
  "dev.as.nobody": "これから会員ではない人としてお答えします。",
  "dev.reset": "サンプル表示に戻しました。",
  "dev.samplesOnly":
    "実際の会員情報はマーケター・店長・オーナーにのみ表示されます。ここではサンプルを表示します。",
  "dev.replies": "返信の一覧：",
  "dev.held": "テストのため何も送信していません。本番では次の内容になります：",
};
