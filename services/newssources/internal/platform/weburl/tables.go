package weburl

// trackingParameters are query parameters that do not affect the response, in lower case. List a
// name only if no server is known to need it: a broken address is worse than a duplicate.
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

// trackingPrefixes are prefixes of tracking parameters: utm_source, at_medium …
var trackingPrefixes = []string{"utm_", "at_campaign", "at_medium", "at_custom"}

// otherSchemes are unsupported schemes; "name:" with one of these names is not a host with a port
// or a user name.
var otherSchemes = []string{
	"about", "blob", "chrome", "data", "file", "ftp", "ftps", "geo", "git", "gopher", "intent", "ipfs", "irc",
	"javascript",
	"magnet", "mailto", "news", "nntp", "rtsp", "sftp", "sms", "ssh", "tel", "urn", "vbscript", "view-source", "ws", "wss",
}

// localDomains are domains of private networks (RFC 6761, 6762, 8375, and those reserved by ICANN).
var localDomains = []string{"localhost", "localdomain", "local", "internal", "home.arpa"}
