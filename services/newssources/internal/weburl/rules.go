package weburl

// trackingParameters say where a reader came from and never what is served. Names are in lower case.
// A name belongs here only when no server is known that needs it: an address that stops working is worse than one that
// is there twice.
var trackingParameters = []string{
	"fbclid", "fb_action_ids", "fb_action_types", "fb_source", // Facebook
	"gclid", "gclsrc", "dclid", "gbraid", "wbraid", "srsltid", "_ga", "_gl", // Google
	"msclkid",            // Microsoft
	"twclid",             // X
	"ref_src", "ref_url", // X, in embedded posts
	"ttclid",         // TikTok
	"li_fat_id",      // LinkedIn
	"igsh", "igshid", // Instagram
	"yclid", "ysclid", "_openstat", // Yandex
	"mc_cid", "mc_eid", // Mailchimp
	"mkt_tok",                                                        // Marketo
	"_hsenc", "_hsmi", "__hssc", "__hstc", "__hsfp", "hsctatracking", // HubSpot
	"oly_anon_id", "oly_enc_id", "vero_id", "wickedid", "rb_clickid", "s_cid", // newsletters
	"xtor", // AT Internet, French newspapers
	"__twitter_impression",
}

// trackingPrefixes begin the names of whole families: utm_source, at_medium …
var trackingPrefixes = []string{"utm_", "at_campaign", "at_medium", "at_custom"}

// otherSchemes are schemes that can be told from a host with a port or a user with a password.
var otherSchemes = []string{
	"about", "blob", "chrome", "data", "file", "ftp", "ftps", "geo", "git", "gopher", "intent", "ipfs", "irc", "javascript",
	"magnet", "mailto", "news", "nntp", "rtsp", "sftp", "sms", "ssh", "tel", "urn", "vbscript", "view-source", "ws", "wss",
}

// localDomains exist in private networks only (RFC 6761, 6762, 8375, and what ICANN reserved).
var localDomains = []string{"localhost", "localdomain", "local", "internal", "home.arpa"}
