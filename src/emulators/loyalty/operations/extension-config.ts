/** Get Current Add-On Status: the plan of the add-on and the business that installed it. */
import { extensionUuid, uuidOf } from "../demo/businesses.ts";
import { iso, type Handler } from "../context.ts";
import { drawingPath, logoPath } from "../pictures.ts";

export const getCurrentAddOnStatus: Handler<"getCurrentAddOnStatus"> = (_, context) => {
  const { business, origin } = context;
  return {
    id: business.id,
    api_key: business.api_key,
    start_date: iso(business.plan_start),
    end_date: iso(business.plan_end),
    master_config_app_extention: {
      uuid: extensionUuid,
      name: "LINE Loyalty Bot",
      description: "Points, cards and coupons in the LINE chat",
      rating: 4.8,
      price: 990,
      logo: origin + logoPath("LINE Loyalty Bot", "06C755"),
      type: "EXTENSION",
    },
    master_config_appconnect: {
      uuid: uuidOf("app connect"),
      name: "Open API",
      description: "Access for other systems",
      price: "0.00",
      logo: origin + logoPath("Open API", "3B5B92"),
      type: "API",
    },
    business_app: {
      uuid: business.uuid,
      code: business.code,
      name: business.name,
      description: business.description,
      logo: origin + drawingPath(`logo-${business.theme}`),
      theme: business.theme,
      theme_color: business.theme_color,
      icon_color: business.icon_color,
    },
  };
};
