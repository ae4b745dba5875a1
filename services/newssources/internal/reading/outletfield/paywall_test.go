package outletfield

import "testing"

func TestPaywallOfPages(t *testing.T) {
	t.Parallel()
	const data = `<script type="application/ld+json">`
	for name, c := range map[string]struct{ html, value, from string }{
		"nothing":       {`<title>Paper</title><script src="/app.js"></script>`, "", ""},
		"free articles": {data + `{"@type":"NewsArticle","isAccessibleForFree":true}</script>`, "", ""},
		"all articles are paid": {data + `{"@graph":[{"@type":"NewsArticle","isAccessibleForFree":"False",
			"hasPart":{"isAccessibleForFree":false}},{"@type":["Report","NewsArticle"],"isAccessibleForFree":false},
			{"@type":"https://schema.org/BlogPosting","isAccessibleForFree":false}]}</script>`, "hard",
			"isAccessibleForFree is false for 3 of 3 articles on the homepage"},
		"one article": {data + `{"@type":"NewsArticle","isAccessibleForFree":false}</script>`, "metered",
			"isAccessibleForFree is false for 1 of 1 articles on the homepage"},
		"no article": {data + `[{"@type":"NewsMediaOrganization","isAccessibleForFree":false},
			{"@type":["WebPage","CollectionPage"],"isAccessibleForFree":false}]</script>`, "", ""},
		"some articles are paid": {data + `{"@type":"ItemList","itemListElement":[{"item":{"isAccessibleForFree":false}},
			{"item":{"isAccessibleForFree":"http://schema.org/True"}}]}</script>`, "metered",
			"isAccessibleForFree is false for 1 of 2 articles on the homepage"},
		"not a truth value": {data + `{"isAccessibleForFree":"maybe"}</script>`, "", ""},
		"broken data":       {data + `{"isAccessibleForFree":false</script>`, "", ""},
		"tier of Facebook": {`<meta property="article:content_tier" content="locked">`, "hard",
			"article:content_tier of the homepage"},
		"free tier": {`<meta property="article:content_tier" content="free">`, "", ""},
		"service": {`<script src="//cdn.piano.io/api/tinypass.min.js"></script>`, "metered",
			"script of Piano on the homepage"},
		"service in the path": {`<script src="/piano.io/x.js"></script>`, "", ""},
		"data before service": {`<script src="https://js.pelcro.com/sdk"></script>` + data +
			`{"isAccessibleForFree":false}</script>`, "metered",
			"isAccessibleForFree is false for 1 of 1 articles on the homepage"},
	} {
		got := mostTrusted(PaywallOf(parse(t, "https://paper.example/", c.html)), Paywall)
		if got.Value != c.value || got.From != c.from {
			t.Errorf("%s: %q (%s), want %q (%s)", name, got.Value, got.From, c.value, c.from)
		}
	}
}
