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

		"GoDaddy": {`<title>marber-gazette.com</title><p>This Web page is parked for FREE, courtesy of <a ` +
			`href="https://www.godaddy.com">GoDaddy</a>.</p>`, address, true},
		"related searches": {`<title>marber-gazette.com</title>Related Searches <a href="/?q=a">Payday loans</a><p>The Sponsored ` +
			`Listings displayed above are served automatically by a third party.</p>`, address, true},
		"IONOS":             {`<h1>Diese Domain wurde soeben registriert</h1><p>Hier entsteht eine Präsenz.</p>`, address, true},
		"Strato":            {`<p>Hier entsteht eine neue Internetpräsenz</p>`, address, true},
		"expired":           {`<h1>This domain has expired</h1><p>If you are the owner, renew it.</p>`, address, true},
		"Namecheap":         {`<p>marber-gazette.com was recently registered at Namecheap</p>`, address, true},
		"Namecheap domain":  {`<p>This domain was recently registered at Namecheap. Please check back later!</p>`, address, true},
		"script to /lander": {`<script>window.onload=function(){window.location.href="/lander"}</script>`, address, true},
		"Bodis":             {`<div id="target"></div><script>window.park = "eyJ1dWlkIjoi"</script>`, address, true},
		"suspended account": {`<title>Account Suspended</title><p>This Account has been suspended.</p>`, address, true},
		"redirect to a suspended page": {`<meta http-equiv="refresh" content="0; url=/cgi-sys/suspendedpage.cgi">`, address,
			true},
		"suspended page":     {`<title>Sorry</title>`, "https://www.marber-gazette.com/cgi-sys/suspendedpage.cgi", true},
		"OVH":                {`<h1>Félicitations ! Votre domaine a bien été créé chez OVHcloud</h1>`, address, true},
		"French, expired":    {`<p>Le domaine marber-gazette.com a expiré.</p>`, address, true},
		"Aruba":              {`<p>Il dominio marber-gazette.com è scaduto</p>`, address, true},
		"Spanish, expired":   {`<p>Este dominio ha caducado</p>`, address, true},
		"Portuguese":         {`<p>Este domínio está estacionado</p>`, address, true},
		"Dutch":              {`<p>Deze domeinnaam is gereserveerd voor een klant</p>`, address, true},
		"Swedish":            {`<h1>Domänen är parkerad</h1>`, address, true},
		"Danish":             {`<p>Domænet er parkeret hos os</p>`, address, true},
		"Norwegian":          {`<p>Domenet er registrert for en kunde</p>`, address, true},
		"Finnish":            {`<p>Tämä verkkotunnus on varattu</p>`, address, true},
		"Polish":             {`<p>Domena marber-gazette.com jest zaparkowana</p>`, address, true},
		"Czech":              {`<p>Doména je zaregistrována u nás</p>`, address, true},
		"Hungarian":          {`<p>Ez a domain név foglalt</p>`, address, true},
		"Romanian":           {`<p>Acest domeniu a expirat</p>`, address, true},
		"nic.ru":             {`<p>Домен marber-gazette.com зарегистрирован</p>`, address, true},
		"Russian, expired":   {`<p>Срок регистрации домена истёк</p>`, address, true},
		"Russian, suspended": {`<p>Аккаунт хостинга приостановлен</p>`, address, true},
		"Ukrainian":          {`<p>Домен зареєстровано. Домен припаркований</p>`, address, true},
		"Greek":              {`<p>Το domain έχει λήξει</p>`, address, true},
		"Turkish, parked":    {`<p>Bu alan adı park edilmiştir</p>`, address, true},
		"Arabic":             {`<p>انتهت صلاحية هذا النطاق</p>`, address, true},
		"Vietnamese":         {`<p>Tên miền này đã hết hạn</p>`, address, true},
		"Chinese, expired":   {`<p>该域名已过期</p>`, address, true},
		"GMO":                {`<p>このドメインは、お名前.comで取得されています。</p>`, address, true},
		"Korean":             {`<p>이 도메인은 만료되었습니다</p>`, address, true},

		"sentence and advertisements": {`<h1>marber-gazette.com</h1><p>O domínio marber-gazette.com está à venda.</p>` +
			`<a href="/?q=1">Seguros de carro com desconto</a> <a href="/?q=2">Voos baratos para Lisboa</a>`, address, true},
		"price": {`<h1>marber-gazette.com</h1><p>Own this name? Yours for $1,988. Start payment plan.</p>`, address, true},

		"homepage":           {`<title>Marber Gazette</title>` + articles, address, false},
		"classified adverts": {`<title>Houses for sale – Marber Gazette</title>` + articles, address, false},
		"buttons that share the page": {`<title>Marber Gazette</title><a href="https://social.example/share?u=` +
			`https%3A%2F%2Fwww.marber-gazette.com%2Fnews">Share</a>`, address, false},
		"statistics of a domain": {`<title>Marber Gazette</title><a href="https://stats.example/marber-gazette.com">` +
			`Statistics</a>`, address, false},
		"paper about domains": {`<title>Marber Gazette</title><h2>This domain has expired: what happened to the town's site</h2>` +
			`<p>Account suspended, said the page.</p>` + articles, address, false},
		"article about a domain": {`<title>Town's domain has expired – Marber Gazette</title><p>` +
			strings.Repeat("The domain of the town was registered by a stranger, because it had expired. ", 30) + `</p>`, address, false},
		"page with a menu": {`<title>Marber Gazette</title><p>The domain has expired in May</p>` +
			strings.Repeat(`<a href="/sport">Sport</a> `, 8), address, false},
		"script of a page":         {`<title>Marber Gazette</title><script>window.location.href="/landeryd"</script>`, address, false},
		"registration for members": {`<h1>You have been registered</h1><p>Your account is active.</p>`, address, false},
		"estate":                   {`<title>Le Domaine</title><p>Le domaine viticole a été créé en 1820</p>`, address, false},
		"book":                     {`<title>Il dominio romano</title><p>Il prestito è scaduto</p>`, address, false},
		"blocked visitor":          {`<h1>Forbidden</h1><p>Your account has been suspended due to unusual activity</p>`, address, false},
		"empty list":               {`<title>Marber Gazette</title><p>No articles were found.</p>`, address, false},
		"maintenance":              {`<title>We will be back soon</title><h1>Maintenance</h1>`, address, false},
		"check of visitors":        {`<title>Just a moment...</title><h1>Please verify that you are human</h1>`, address, false},
		"sign-in page":             {`<title>Sign in</title><form action="/login"><input type="password"></form>`, address, false},
		"redirect to a host":       {`<title>Marber Gazette</title>` + articles, "https://gazette-group.example/marber/", false},
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
