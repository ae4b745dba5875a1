package tablefile

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/unicode"
)

// show returns the rows of a table as "line: a|b", with faults and repairs.
func show(t *Table) string {
	var b strings.Builder
	for _, r := range t.Rows {
		fmt.Fprintf(&b, "%d: %s", r.Line, strings.Join(r.Cells, "|"))
		if r.Fault != "" {
			fmt.Fprintf(&b, " !%s", r.Fault)
		}
		if r.Repair != "" {
			fmt.Fprintf(&b, " ~%s", r.Repair)
		}
		b.WriteString("\n")
	}
	return b.String()
}

func encode(t *testing.T, e encoding.Encoding, text string) []byte {
	t.Helper()
	data, err := e.NewEncoder().Bytes([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestRead(t *testing.T) {
	german := "Name;Webseite;Gründung\r\nMünchner Bote;bote.example;1,5\r\nKölner Kurier;kurier.example;\r\n"
	chinese := "名称,网址\n" + strings.Repeat("杭州日报的新闻和经济发展记者报道,https://hz.example/\n市政府公布明年预算草案,https://yb.example/\n", 3)
	tsv := "Name\tFeed\nEl País\thttps://elpais.example/rss\n"
	for _, c := range []struct {
		name, filename string
		data           []byte
		format         Format
		charset        string
		separator      string
		want           string // the rows; empty: not compared
	}{
		{"CSV", "a.csv", []byte("name,url\nA,https://a.example\n"), CSV, "utf-8", ",", "1: name|url\n2: A|https://a.example\n"},
		{"byte order mark", "a.csv", []byte("\ufeffname,url\nA,b\n"), CSV, "utf-8", ",", "1: name|url\n2: A|b\n"},
		{"semicolons, windows-1252, decimal commas", "liste.csv", encode(t, charmap.Windows1252, german), CSV, "windows-1252",
			";", "1: Name|Webseite|Gründung\n2: Münchner Bote|bote.example|1,5\n3: Kölner Kurier|kurier.example|\n"},
		{"GBK", "list.csv", encode(t, simplifiedchinese.GBK, chinese), CSV, "gb18030", ",", ""},
		{"UTF-16 with a mark", "a.txt", encode(t, unicode.UTF16(unicode.LittleEndian, unicode.UseBOM), tsv), TSV, "utf-16le",
			"\t", "1: Name|Feed\n2: El País|https://elpais.example/rss\n"},
		{"UTF-16 without a mark", "a.txt", encode(t, unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM), tsv), TSV, "utf-16be",
			"\t", "1: Name|Feed\n2: El País|https://elpais.example/rss\n"},
		{"pipes", "x", []byte("a|b|c\n1|2|3\n"), CSV, "utf-8", "|", "1: a|b|c\n2: 1|2|3\n"},
		{"declared separator", "x.csv", []byte("sep=;\r\na,b;c\r\n"), CSV, "utf-8", ";", "2: a,b|c\n"},
		{"quoted newlines and blank lines", "x.csv", []byte("a,b\n\n\"one\ntwo\",\"say \"\"hi\"\"\"\n,\n\n\n x , y \n\n"), CSV,
			"utf-8", ",", "1: a|b\n3: one\ntwo|say \"hi\"\n8: x|y\n"},
		{"blank columns", "x.csv", []byte("a,,b,,\n1,,2,,\n"), CSV, "utf-8", ",", "1: a|b\n2: 1|2\n"},
		{"one column", "x.txt", []byte("https://a.example\nhttps://b.example\n"), CSV, "utf-8", ",",
			"1: https://a.example\n2: https://b.example\n"},
		{"zeros and old line ends", "x.csv", []byte("a,b\x00\rc,d\r"), CSV, "utf-8", ",", "1: a|b ~NUL characters were removed.\n2: c|d\n"},
		{"quotation mark within a cell", "x.csv", []byte("a,b\n\"12\" vinyl\",c\n"), CSV, "utf-8", ",",
			"1: a|b\n2: 12\" vinyl|c ~A quotation mark within a cell was not doubled.\n"},
		{"open quotation mark", "x.csv", []byte("a,b\n1,\"two\n3,4\n5,6\n"), CSV, "utf-8", ",",
			"1: a|b\n2: 1|\"two !The quotation mark before “two” is not closed. Close it, or remove it.\n3: 3|4\n4: 5|6\n"},
		{"open quotation mark, later ones", "x.csv", []byte("a,b\n1,\"two\n3,\"four\"\n5,6\n"), CSV, "utf-8", ",",
			"1: a|b\n2: 1|\"two !The quotation mark before “two” is not closed. Close it, or remove it.\n3: 3|four\n4: 5|6\n"},
		{"JSON", "x.json", []byte(`[{"name":"A","languages":["es","c;a"],"n":1.0,"x":null,"ok":true},
			{"name":"B","endpoints":[{"url":"u","recipe":{"list":"a"}}]}]`), JSON, "utf-8", "",
			"1: A|es; \"c;a\"|1.0|true||\n2: B||||u|{\"list\":\"a\"}\n"},
		{"JSON in an object", "x.json", []byte(`{"version":2,"sources":[{"name":"A"}]}`), JSON, "utf-8", "", "1: A\n"},
		{"one source in a line", "x", []byte(`{"name":"A","endpoints":[{"url":"u"},{"url":"v"}],"homepage_url":"h"}` + "\n"),
			JSON, "utf-8", "", "1: A|u|v|h\n"},
		{"one object", "x.json", []byte(`{"name":"A"}`), JSON, "utf-8", "", "1: A\n"},
		{"NDJSON with half a last line", "x.ndjson", []byte("{\"name\":\"A\"}\n\n{\"name\":\"B\"}\n{\"name\":\"C"), NDJSON, "utf-8",
			"", "1: |A\n3: |B\n4: {\"name\":\"C| !It is not complete JSON. The file may have been cut off here.\n"},
		{"NDJSON with lines that are no objects", "x.ndjson", []byte("{\"name\":\"A\"}\n[1,2]\nnull\n\"s\"\n{\"name\":\"B\"}\n"), NDJSON,
			"utf-8", "", "1: |A\n2: [1,2]| !It is not a JSON object.\n3: null| !It is not a JSON object.\n" +
				"4: \"s\"| !It is not a JSON object.\n5: |B\n"},
		{"NDJSON with a last line that is no object", "x.json", []byte("{\"name\":\"A\"}\n[1,2]"), NDJSON, "utf-8", "",
			"1: |A\n2: [1,2]| !It is not a JSON object.\n"},
		{"NDJSON after null", "x.jsonl", []byte("null\n{\"name\":\"A\"}\n{\"name\":\"B\"}"), NDJSON, "utf-8", "",
			"1: null| !It is not a JSON object.\n2: |A\n3: |B\n"},
		{"NDJSON after a list", "x", []byte("[1,2]\n{\"name\":\"A\"}\n"), NDJSON, "utf-8", "",
			"1: [1,2]| !It is not a JSON object.\n2: |A\n"},
		{"NDJSON after a comment", "x", []byte("\ufeff# Sources\r\n{\"name\":\"A\"}\r\n"), NDJSON, "utf-8", "",
			"1: # Sources| !It is not a JSON object.\n2: |A\n"},
		{"NDJSON with NaN", "x.json", []byte("{\"name\":NaN}\n{\"name\":\"A\"}\n"), NDJSON, "utf-8", "",
			"1: {\"name\":NaN}| !It is not valid JSON: there is an error at byte 9.\n2: |A\n"},
		{"NDJSON after half a line", "x", []byte("{\"name\":\"\n{\"name\":\"A\"}\n"), NDJSON, "utf-8", "",
			"1: {\"name\":\"| !It is not complete JSON. The file may have been cut off here.\n2: |A\n"},
		{"JSON in lines", "x", []byte("[\n{\"name\":\"A\"}\n]"), JSON, "utf-8", "", "1: A\n"},
		{"JSON of an export", "x", []byte("[{\"name\":\"A\"}\n,{\"name\":\"B\"}\n]\n"), JSON, "utf-8", "", "1: A\n2: B\n"},
		{"JSON with null", "x", []byte("[null, {\"name\":\"A\"}]"), JSON, "utf-8", "",
			"1: null| !It is not a JSON object.\n2: |A\n"},
		{"NDJSON with a deep line", "x.ndjson", []byte("{\"name\":\"A\"}\n{\"name\":" + strings.Repeat("[", 10000) +
			strings.Repeat("]", 10000) + "}\n{\"name\":\"B\"}"), NDJSON, "utf-8", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := Read(t.Context(), c.filename, c.data)
			if err != nil {
				t.Fatal(err)
			}
			if got.Format != c.format || got.Encoding != c.charset || got.Separator != c.separator {
				t.Errorf("format %s, encoding %s, separator %q", got.Format, got.Encoding, got.Separator)
			}
			if text := show(got); c.want != "" && text != c.want {
				t.Errorf("got\n%s\nwant\n%s", text, c.want)
			}
		})
	}
}

func TestUnreadableRowsDoNotStopOthers(t *testing.T) {
	line := func(n int) string { return fmt.Sprintf("Paper %d,https://p%d.example\n", n, n) }
	var b strings.Builder
	for n := range 80_000 {
		if b.WriteString(line(n)); n == 69_998 {
			b.WriteString("\"Broken,https://broken.example\n")
		}
	}
	got, err := Read(t.Context(), "x.csv", []byte(b.String()))
	if err != nil || len(got.Rows) != 80_001 || got.Rows[69_999].Fault == "" || got.Rows[69_999].Line != 70_000 {
		t.Fatalf("%d rows, %v", len(got.Rows), err)
	}
	if last := got.Rows[80_000]; last.Cells[0] != "Paper 79999" || last.Fault != "" {
		t.Errorf("the last row is %+v", last)
	}
	for _, length := range []int{maxCell + 1, 10 << 20} {
		long := "a,b\n1," + strings.Repeat("x", length) + "\n2,3\n"
		if got, err = Read(t.Context(), "x.csv", []byte(long)); err != nil || len(got.Rows) != 3 || got.Rows[1].Fault == "" ||
			len(got.Rows[1].Cells[1]) > 200 || got.Rows[2].Fault != "" {
			t.Errorf("a cell with %d characters: %v", length, err)
		}
	}
}

func TestRejectedFiles(t *testing.T) {
	wide := strings.Repeat("x,", 300)
	for _, c := range []struct {
		name string
		data []byte
		want Code
	}{
		{"empty", nil, Empty},
		{"blank", []byte(" \n\t\n"), Empty},
		{"blank cells", []byte(",,,\n,,,\n"), Empty},
		{"PNG", append([]byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"), make([]byte, 500)...), Binary},
		{"XLS", append(bytes.Clone(compoundFile), make([]byte, 500)...), Unsupported},
		{"archive", []byte("PK\x03\x04" + strings.Repeat("\x00\x01", 200)), Binary},
		{"too many columns", []byte(wide + "\n" + wide), TooWide},
		{"too many rows", []byte(strings.Repeat("x,y\n", maxRows+2)), TooMany},
		{"deep JSON", []byte(strings.Repeat("[", 10_001)), TooDeep},
		{"deep JSON in an object", []byte(strings.Repeat(`{"a":`, 10_000) + "1" + strings.Repeat("}", 10_000)), TooDeep},
		{"half JSON", []byte(`[{"name":"A"},{"na`), Damaged},
		{"JSON without names", []byte(`{"sources":[]}`), Empty},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Read(t.Context(), "list", c.data)
			rejection, ok := errors.AsType[*Error](err)
			if !ok || rejection.Code != c.want || len(rejection.Detail) < 15 {
				t.Errorf("got %v", err)
			}
		})
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte("a,\"b\n\"c\",d\""))
	f.Add([]byte(`[{"a":[{"b":["c"]}]}]`))
	f.Fuzz(func(t *testing.T, data []byte) {
		table, err := Read(t.Context(), "", data)
		if err != nil {
			if _, ok := errors.AsType[*Error](err); !ok {
				t.Fatal(err)
			}
			return
		}
		for _, r := range table.Rows {
			if len(r.Cells) != len(table.Rows[0].Cells) || strings.ContainsRune(strings.Join(r.Cells, ""), 0) {
				t.Fatalf("row %+v", r)
			}
		}
	})
}
