package outlet_test

import (
	"strings"
	"testing"

	"github.com/newsources/newsources/services/newssources/internal/checking/outlet"
	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
)

const address = "https://www.marber-gazette.com/feed"

func TestParkedPages(t *testing.T) {
	articles := strings.Repeat(`<p><a href="/news/1">Council approves the plan for a bridge</a></p>`, 20)
	for name, c := range map[string]struct {
		body, final string
		isParked    bool
	}{
		"link to an offer": {`<title>marber-gazette.com</title><a href="https://sedo.com/search/details/?domain=` +
			`marber-gazette.com">More</a>`, address, true},
		"redirect to an offer": {`<title>Offer</title>`, "https://www.hugedomains.com/domain_profile.cfm?d=marber-gazette.com",
			true},
		"offer on an unknown marketplace": {`<h1>A good name</h1><a href="https://names.example/buy/marber-gazette.com">` +
			`Price</a>`, address, true},
		"script of a parking service": {`<title>marber-gazette.com</title><script ` +
			`src="https://www.google.com/adsense/domains/caf.js"></script>`, address, true},
		"English":      {`<title>marber-gazette.com is for sale</title><p>Ask for the price.</p>`, address, true},
		"German":       {`<h1>Die Domain marber-gazette.com steht zum Verkauf</h1>`, address, true},
		"French":       {`<h1>Ce nom de domaine est à vendre</h1>`, address, true},
		"Spanish":      {`<title>Dominio en venta</title>`, address, true},
		"Russian":      {`<title>Домен продаётся</title>`, address, true},
		"Turkish":      {`<title>Bu alan adı satılık</title>`, address, true},
		"Chinese":      {`<title>域名出售</title>`, address, true},
		"Japanese":     {`<title>このドメインは販売中です</title>`, address, true},
		"frame":        {`<frameset><frame src="https://www.sedoparking.com/frame"></frameset>`, address, true},
		"meta refresh": {`<meta http-equiv="refresh" content="0; url=https://dan.com/buy-domain/marber-gazette.com">`, address, true},

		"homepage":           {`<title>Marber Gazette</title>` + articles, address, false},
		"classified adverts": {`<title>Houses for sale – Marber Gazette</title>` + articles, address, false},
		"buttons that share the page": {`<title>Marber Gazette</title><a href="https://social.example/share?u=` +
			`https%3A%2F%2Fwww.marber-gazette.com%2Fnews">Share</a>`, address, false},
		"statistics of a domain": {`<title>Marber Gazette</title><a href="https://stats.example/marber-gazette.com">` +
			`Statistics</a>`, address, false},
		"maintenance":        {`<title>We will be back soon</title><h1>Maintenance</h1>`, address, false},
		"check of visitors":  {`<title>Just a moment...</title><h1>Please verify that you are human</h1>`, address, false},
		"sign-in page":       {`<title>Sign in</title><form action="/login"><input type="password"></form>`, address, false},
		"redirect to a host": {`<title>Marber Gazette</title>` + articles, "https://gazette-group.example/marber/", false},
	} {
		if got := outlet.IsParkedPage([]byte("<html><body>"+c.body), "text/html; charset=utf-8", address, c.final); got != c.isParked {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func TestParkedFeeds(t *testing.T) {
	item := func(title, link string) feed.Item { return feed.Item{Title: title, URL: link} }
	for name, c := range map[string]struct {
		document feed.Document
		isParked bool
	}{
		"title": {feed.Document{Title: "marber-gazette.com - This website is for sale!",
			Items: []feed.Item{item("Holiday flats", "https://ads.example/1")}}, true},
		"links": {feed.Document{Title: "Offers", Items: []feed.Item{item("Ask", "https://dan.com/buy-domain/marber-gazette.com"),
			item("Buy", "https://dan.com/buy-domain/marber-gazette.com?offer=2")}}, true},
		"paper": {feed.Document{Title: "Marber Gazette", Items: []feed.Item{item("Old mill for sale",
			"https://www.marber-gazette.com/news/1")}}, false},
		"paper about its domain": {feed.Document{Title: "Marber Gazette", Items: []feed.Item{
			item("Is marber-gazette.com for sale? No", "https://www.marber-gazette.com/news/1"),
			item("Council approves the budget", "https://www.marber-gazette.com/news/2"),
			item("Residents reject the plan", "https://www.marber-gazette.com/news/3")}}, false},
		"empty": {feed.Document{Title: "Marber Gazette"}, false},
	} {
		if got := outlet.IsParkedFeed(&c.document, address); got != c.isParked {
			t.Errorf("%s: %v", name, got)
		}
	}
}
