package api

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/url"

	"github.com/newsources/newsources/services/newssources/internal/httpapi"
	"github.com/newsources/newsources/services/newssources/internal/register/sourcelist"
)

// benchCase is one row of the report. Its paths are requested in turn.
type benchCase struct {
	name     string
	product  []string // paths of the API
	baseline []string // paths of the baseline program; nil without a baseline
	clients  []int
	goals    goals
}

// goals are upper bounds of the figures of a case. 0 means no goal.
type goals struct {
	ratio float64         // CPU of API and PostgreSQL, relative to the baseline program
	first float64         // CPU of API and PostgreSQL, relative to that of the first page of the same register
	api   float64         // CPU of the API alone, relative to the baseline program and its database
	p99   map[int]float64 // wall time in ms, by size of the register, with one client
}

// Goals for the CPU of the API. They were stated as 0.7 ms for a page and 0.3 ms for a source, on a
// machine on which the baseline program and its database take 0.7 and 0.1 ms. Relative to the
// baseline, they hold on any machine.
const (
	pageAPIGoal   = 1.0
	sourceAPIGoal = 3.0
)

var (
	searchGoal = map[int]float64{10_000: 100, 100_000: 100, 1_000_000: 200}
	facetsGoal = map[int]float64{10_000: 60, 100_000: 60, 1_000_000: 150}
)

const firstPage = "page of 100"

func (m *meter) cases() []benchCase {
	both := []int{1, 16}
	one := []int{1}
	list := func(pairs ...string) string {
		values := url.Values{"limit": {"100"}}
		for i := 0; i < len(pairs); i += 2 {
			values.Add(pairs[i], pairs[i+1])
		}
		return "/newssources?" + values.Encode()
	}
	search := func(name string, words ...string) benchCase {
		c := benchCase{name: "search " + name, clients: one, goals: goals{p99: searchGoal}}
		for _, word := range words {
			c.product = append(c.product, list("q", word))
		}
		return c
	}
	facets := func(name string, goal map[int]float64, queries ...string) benchCase {
		c := benchCase{name: "facets " + name, clients: one, goals: goals{p99: goal}}
		for _, query := range queries {
			c.product = append(c.product, "/newssources?limit=1&facets=true&"+query)
		}
		return c
	}
	countries := combinations("country=%s&country=%s", countryCodes, countryCodes)
	searches := combinations("q=%s&country=%s", []string{"herald", "feed", "daily", "star"}, countryCodes)
	frequentSearches := combinations("q=%s&lifecycle=%s",
		[]string{"feed", "xml", "com", "net", "politics", "sport", "world"}, []string{"active", "paused", "draft"})
	byID := benchCase{name: "source by id", clients: both, goals: goals{ratio: 3, api: sourceAPIGoal}}
	for _, id := range m.ids {
		byID.product, byID.baseline = append(byID.product, "/newssources/"+id), append(byID.baseline, "/source/"+id)
	}
	return []benchCase{
		{firstPage, []string{list()}, []string{"/page"}, both, goals{ratio: 1.6, api: pageAPIGoal}},
		{"page of 100 in the middle",
			[]string{list("cursor", httpapi.MarkCursor(&url.URL{Path: "/newssources"}, cursor(m.middleKey, m.middleID)))},
			[]string{"/page?" + url.Values{"key": {m.middleKey}, "id": {m.middleID}}.Encode()}, one,
			goals{ratio: 1.6, first: 1.2}},
		byID,
		{name: "filtered by country",
			product: []string{list("country", "US"), list("country", "DE", "country", "GB"), list("country", "NZ")},
			clients: one, goals: goals{p99: searchGoal}},
		search("one or two letters", "q", "qu", "d", "ми", "新聞"),
		search("rare", "dailyherald1", "новости київ", "kurier oslo", "xyzzy"),
		search("frequent", "herald", "daily", "правда", "news"),
		search("everything", "feed", "xml", "com feed"),
		search("two words", "daily berlin", "herald london", "morning feed"),
		facets("unfiltered", facetsGoal, ""),
		facets("of a menu, countries", facetsGoal, menus(countries)...),
		facets("of a menu, searches", facetsGoal, menus(searches)...),
		facets("of a menu, frequent searches", facetsGoal, menus(frequentSearches)...),
		// These cases have no goal, because no screen requests all facets of a filtered list at once (ADR
		// 14).
		facets("all, countries", nil, countries...),
		facets("all, searches", nil, searches...),
		facets("all, frequent searches", nil, frequentSearches...),
	}
}

var countryCodes = []string{"US", "DE", "GB", "FR", "ES", "IT", "BR", "RU", "UA", "JP", "IN", "CA", "AU", "NL", "BE",
	"CH"}

// combinations returns a query for each pair of different values, so that few requests are answered
// from the cache.
func combinations(format string, a, b []string) []string {
	var list []string
	for _, first := range a {
		for _, second := range b {
			if first != second {
				list = append(list, fmt.Sprintf(format, first, second))
			}
		}
	}
	return list
}

// menus restricts each query to one facet, as the page does when a filter menu opens.
func menus(queries []string) []string {
	list := make([]string, len(queries))
	for i, query := range queries {
		list[i] = query + "&facet=" + string(sourcelist.FacetNames[i%len(sourcelist.FacetNames)])
	}
	return list
}

// cursor returns the cursor after a row of the list that is sorted by name.
func cursor(key, id string) string {
	data, _ := json.Marshal(map[string]string{"s": "name", "k": key, "i": id})
	return base64.RawURLEncoding.EncodeToString(data)
}
