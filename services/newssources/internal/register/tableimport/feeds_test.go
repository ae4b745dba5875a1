package tableimport

import "testing"

// TestSeveralFeedsInACell imports lists whose rows have two feeds in one value.
func TestSeveralFeedsInACell(t *testing.T) {
	t.Parallel()
	const first, second = "https://a.example/f", "https://a.example/g"
	for name, file := range map[string]string{
		"semicolon.csv":  "Name,Feed\nA,https://a.example/f; https://a.example/g\n",
		"comma.csv":      "Name;Feed\nA;https://a.example/f, https://a.example/g\n",
		"bar.csv":        "Name,Feed\nA,https://a.example/f | https://a.example/g\n",
		"lines.csv":      "Name,Feed\nA,\"https://a.example/f\nhttps://a.example/g\"\n",
		"blank.csv":      "Name,Feed\nA,https://a.example/f https://a.example/g\n",
		"headerless.csv": "Daily Herald,https://a.example/rss; https://a.example/g.xml\n",
		"feeds.json":     `[{"name":"A","feeds":["https://a.example/f","https://a.example/g"]}]`,
		"endpoints.json": `[{"name":"A","endpoints":["https://a.example/f","https://a.example/g"]}]`,
		"text.json":      `[{"name":"A","endpoints":"https://a.example/f, https://a.example/g"}]`,
		"objects.json":   `[{"name":"A","feeds":[{"url":"https://a.example/f"},{"href":"https://a.example/g"}]}]`,
		"mixed.json":     `[{"name":"A","rss":["https://a.example/f",{"url":"https://a.example/g"}]}]`,
		"nested.json":    `[{"name":"A","feeds":{"rss":["https://a.example/f","https://a.example/g"]}}]`,
		"lines.ndjson": `{"name":"A","feeds":["https://a.example/f"]}` + "\n" +
			`{"name":"A","feeds":["https://a.example/f","https://a.example/g"]}`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newHarness(t)
			if set := h.apply(h.stage(name, file)); set.Refused+set.Conflict != 0 {
				t.Errorf("the change set is %+v", set)
			}
			var feeds string
			h.must(h.db.Pool.QueryRow(t.Context(), "SELECT string_agg(url, ' ' ORDER BY url) FROM endpoints").Scan(&feeds))
			want := first + " " + second
			if name == "headerless.csv" {
				want = "https://a.example/g.xml https://a.example/rss"
			}
			if feeds != want {
				t.Errorf("got %s", feeds)
			}
		})
	}
}

// TestFurtherFeedsOfACell expects that a further feed of a cell has the values of its row, except the name.
func TestFurtherFeedsOfACell(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	h.apply(h.stage("a.csv", "Name,Feed,Feed kind,Feed name,Feed state,Feed 2\n"+
		"A,https://a.example/f; https://a.example/g,atom,Main,paused,https://a.example/h\n"))
	var got string
	h.must(h.db.Pool.QueryRow(t.Context(), `
		SELECT string_agg(concat_ws(' ', url, kind, intent, name), E'\n' ORDER BY url)
		FROM endpoints`).Scan(&got))
	want := "https://a.example/f atom paused Main\nhttps://a.example/g atom paused \nhttps://a.example/h rss active "
	if got != want {
		t.Errorf("got\n%s", got)
	}
}
