package discover

import (
	"slices"
	"strings"
	"testing"

	"github.com/newsources/newsources/services/devstack/simulator"
	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
)

// feedOutcomes are the previews of sites with one feed: the outcome and a part of its detail or
// warnings.
var feedOutcomes = map[string]struct {
	outcome fetch.Outcome
	words   string
}{
	"moved-301.test":         {fetch.OK, "has moved permanently to http://elejemplo.test"},
	"moved-308.test":         {fetch.OK, "has moved permanently to http://elejemplo.test"},
	"found-302.test":         {fetch.OK, "redirects temporarily to http://elejemplo.test"},
	"other-303.test":         {fetch.OK, "redirects temporarily to http://elejemplo.test"},
	"temporary-307.test":     {fetch.OK, "redirects temporarily to http://elejemplo.test"},
	"chain.test":             {fetch.OK, "has moved permanently to http://elejemplo.test"},
	"to-login.test":          {fetch.HTMLInsteadOfFeed, "returns a web page, not a feed"},
	"login.test":             {fetch.HTMLInsteadOfFeed, "returns a web page, not a feed"},
	"to-maintenance.test":    {fetch.HTMLInsteadOfFeed, "returns a web page, not a feed"},
	"loop.test":              {fetch.TooManyRedirects, "in a loop"},
	"to-private.test":        {fetch.Blocked, "IP addresses are not allowed"},
	"to-private-name.test":   {fetch.Blocked, "private or special network"},
	"to-metadata.test":       {fetch.Blocked, "IP addresses are not allowed"},
	"to-javascript.test":     {fetch.BadRedirect, "Only http and https"},
	"to-nothing.test":        {fetch.BadRedirect, "without an address"},
	"status-401.test":        {fetch.Unauthorized, "a user name and a password"},
	"status-403.test":        {fetch.Forbidden, "refuses access"},
	"challenge.test":         {fetch.Challenge, "bot protection"},
	"status-404.test":        {fetch.NotFound, "no page at this address"},
	"status-410.test":        {fetch.Gone, "permanently gone"},
	"status-429.test":        {fetch.RateLimited, "limits the number"},
	"status-429-date.test":   {fetch.RateLimited, "limits the number"},
	"status-503-absurd.test": {fetch.Unavailable, "overloaded or under maintenance"},
	"status-500.test":        {fetch.ServerError, "internal error"},
	"status-304.test":        {fetch.BadResponse, "unconditional request"},
	"gzip.test":              {fetch.OK, ""},
	"brotli.test":            {fetch.OK, ""},
	"gzip-lie.test":          {fetch.OK, ""},
	"gzip-silent.test":       {fetch.OK, ""},
	"gzip-broken.test":       {fetch.BadResponse, "ended early"},
	"bomb-gzip.test":         {fetch.TooLarge, "compressed far more than any feed"},
	"bomb-brotli.test":       {fetch.TooLarge, "compressed far more than any feed"},
	"endless.test":           {fetch.TooLarge, "Only its beginning was read."},
	"drip.test":              {fetch.Timeout, "too slowly"},
	"hang.test":              {fetch.Timeout, "too long to start"},
	"sections-hang.test":     {fetch.OK, ""},
	"reset.test":             {fetch.Reset, "closed the connection"},
	"short.test":             {fetch.BadResponse, "ended early"},
	"chunks-broken.test":     {fetch.BadResponse, "not valid HTTP"},
	"http-1-0.test":          {fetch.OK, ""},
	"headers-2000.test":      {fetch.OK, ""},
	"no-length.test":         {fetch.OK, ""},
	"modified-2041.test":     {fetch.OK, ""},
	"expires-0.test":         {fetch.OK, ""},
	"etag-constant.test":     {fetch.OK, ""},
	"html-feed.test":         {fetch.HTMLInsteadOfFeed, "returns a web page, not a feed"},
	"wrong-type.test":        {fetch.OK, ""},
	"utf-16.test":            {fetch.OK, ""},
	"windows-1251.test":      {fetch.OK, ""},
	"shift-jis.test":         {fetch.OK, ""},
	"wrong-charset.test":     {fetch.OK, "not in the encoding that it declares"},
	"xxe.test":               {fetch.OK, "Declarations of the document type were ignored"},
	"laughs.test":            {fetch.OK, "Declarations of the document type were ignored"},
	"deep.test":              {fetch.HTMLInsteadOfFeed, "returns a web page, not a feed"},
	"attribute.test":         {fetch.OK, ""},
	"empty.test":             {fetch.OK, "There are no items."},
	"blank.test":             {fetch.BadResponse, "The document is empty."},
	"malformed.test":         {fetch.OK, "markup is malformed"},
	"no-dates.test":          {fetch.OK, "No item has a date."},
	"future.test":            {fetch.OK, "5 dates are more than 24 hours in the future"},
	"midnight.test":          {fetch.OK, "3 dates have no time zone"},
	"local-dates.test":       {fetch.OK, "4 dates have no time zone"},
	"fractions.test":         {fetch.OK, ""},
	"duplicates.test":        {fetch.OK, "40 % of the items"},
	"links.test":             {fetch.OK, "1 link is longer than 2,048 characters and was removed."},
	"json-types.test":        {fetch.OK, "not have the types that JSON Feed requires"},
	"index-2000.test":        {fetch.OK, "1500 sitemaps above the limit were left out"},
	"empty-later.test":       {fetch.OK, ""},
	"guids-change.test":      {fetch.OK, ""},
	"papers.test":            {fetch.OK, ""},
	"partner-list.test":      {fetch.BadResponse, "neither a feed"},
	"reissues.test":          {fetch.OK, ""},
	"rarely-new.test":        {fetch.OK, ""},
	"rolls-over.test":        {fetch.OK, ""},
	"declares-latin.test":    {fetch.OK, ""},
	"local-time.test":        {fetch.OK, "5 dates have no time zone"},
}

// homeOutcomes are the discoveries of the other sites: the outcome of the homepage and the numbers
// of candidates and of preselected candidates.
var homeOutcomes = map[string]struct {
	outcome              fetch.Outcome
	candidates, selected int
}{
	"elejemplo.test":              {fetch.OK, 5, 1},
	"announces.test":              {fetch.OK, 1, 1},
	"hub.test":                    {fetch.ClientError, 0, 0},
	"beispielzeitung.test":        {fetch.OK, 2, 1},
	"hidden-feeds.test":           {fetch.OK, 1, 1},
	"ten.test":                    {fetch.OK, 10, 1},
	"wordpress.test":              {fetch.OK, 5, 1},
	"bilingual.test":              {fetch.OK, 1, 1},
	"sitemaps.test":               {fetch.OK, 2, 1},
	"password.test":               {fetch.Unauthorized, 0, 0},
	"formats.test":                {fetch.OK, 4, 1},
	"icons.test":                  {fetch.OK, 1, 1},
	"favicon.test":                {fetch.OK, 1, 1},
	"list-only.test":              {fetch.OK, 1, 1},
	"list-dead-feed.test":         {fetch.OK, 2, 1},
	"links-only.test":             {fetch.OK, 0, 0},
	"https-twin.test":             {fetch.OK, 4, 1},
	"xn--zeitungfrkln-ejb5f.test": {fetch.OK, 1, 1},
	"xn--gzette-3nf.test":         {fetch.OK, 1, 1},
	"robots-forbid.test":          {fetch.Robots, 0, 0},
	"robots-broken.test":          {fetch.Robots, 0, 0},
	"no-feeds.test":               {fetch.OK, 0, 0},
	"feed-page.test":              {fetch.OK, 3, 1},
	"sloppy-head.test":            {fetch.OK, 3, 1},
	"refresh.test":                {fetch.OK, 1, 1},
	"rebinds.test":                {fetch.OK, 0, 0},
	"expired.test":                {fetch.TLS, 0, 0},
	"self-signed.test":            {fetch.TLS, 0, 0},
	"wrong-host.test":             {fetch.TLS, 0, 0},
	"http2-only.test":             {fetch.OK, 1, 1},
	"moves-away.test":             {fetch.OK, 1, 1},
	"moved-here.test":             {fetch.OK, 1, 1},
	"moves-within.test":           {fetch.OK, 1, 1},
	"rebrands.test":               {fetch.OK, 1, 1},
	"rebranded.test":              {fetch.OK, 1, 1},
	"sold.test":                   {fetch.OK, 1, 1},
	"twice.test":                  {fetch.OK, 1, 1},
	"replaces.test":               {fetch.OK, 1, 1},
	"switch.test":                 {fetch.OK, 2, 1},
	"terms.test":                  {fetch.OK, 2, 1},
}

func TestSimulatedSites(t *testing.T) {
	t.Parallel()
	w := newWorld(t, simulator.Options{})
	for _, site := range w.Special() {
		t.Run(site.Host, func(t *testing.T) {
			t.Parallel()
			if want, ok := feedOutcomes[site.Host]; ok {
				p := w.preview(t, site.Address())
				texts := append(slices.Clone(p.Warnings), p.Detail)
				if p.Outcome != string(want.outcome) ||
					!slices.ContainsFunc(texts, func(words string) bool { return strings.Contains(words, want.words) }) {
					t.Errorf("%s, %q; want %s and %q", p.Outcome, texts, want.outcome, want.words)
				}
				if (want.outcome == fetch.OK) != (p.Detail == "") {
					t.Errorf("%s with detail %q", p.Outcome, p.Detail)
				}
				return
			}
			want, ok := homeOutcomes[site.Host]
			if !ok {
				t.Fatalf("%s (%s) has no row in homeOutcomes", site.Host, site.About)
			}
			f := w.discover(t, site.Address())
			if f.arrival.Outcome != string(want.outcome) || len(f.candidates) != want.candidates ||
				len(f.selected()) != want.selected || f.done.Partial {
				t.Errorf("%s with %d candidates, preselected %v; want %+v", f.arrival.Outcome, len(f.candidates), f.selected(),
					want)
			}
		})
	}
	if sites := len(w.Special()); sites != len(feedOutcomes)+len(homeOutcomes) {
		t.Errorf("%d sites but %d rows", sites, len(feedOutcomes)+len(homeOutcomes))
	}
}
