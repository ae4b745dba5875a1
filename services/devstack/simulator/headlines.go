package simulator

import (
	"hash/fnv"
	"strings"
)

var (
	subjects = []string{"Council", "Harbour", "Railway", "Festival", "Hospital", "Parliament", "Orchestra", "University",
		"Market", "Museum", "Ferry", "Library"}
	verbs = []string{"opens", "postpones", "welcomes", "rejects", "rebuilds", "celebrates", "investigates", "extends",
		"questions", "presents"}
	objects = []string{"new bridge", "budget", "night trains", "school plan", "exhibition", "harvest report", "tram line",
		"water works", "old theatre", "city forest"}
)

func choose(list []string, seed string, n int64) string {
	h := fnv.New64a()
	_, _ = h.Write([]byte(seed))
	return list[(h.Sum64()^uint64(n)*0x9E3779B97F4A7C15)>>7%uint64(len(list))]
}

func headline(seed string, n int64) string {
	return choose(subjects, seed+"s", n) + " " + choose(verbs, seed+"v", n) + " " + choose(objects, seed+"o", n)
}

func sentence(seed string, n int64) string {
	return "The " + strings.ToLower(choose(subjects, seed+"s", n)) + " " + choose(verbs, seed+"v", n) + " the " +
		choose(objects, seed+"o", n) +
		", as was announced on the " + choose([]string{"first", "second", "third"}, seed, n) + " day of the talks."
}

func slug(text string) string {
	return strings.Trim(strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return r
		}
		return '-'
	}, strings.ToLower(text)), "-")
}
