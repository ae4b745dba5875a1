package discover

import "regexp"

// formatTitle recognises what a page calls a feed when it only says that it is one: "RSS 2.0", "Atom feed".
var formatTitle = regexp.MustCompile(`(?i)^((rss|atom|rdf|xml|json|feeds?|news|subscribe|v?[0-9]?\.[0-9]+)[\s()/:–-]*)+$`)

func saysNothing(title string) bool { return formatTitle.MatchString(title) }
