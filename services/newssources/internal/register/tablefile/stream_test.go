package tablefile

import (
	"bytes"
	"fmt"
	"io"
	"reflect"
	"strings"
	"testing"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
)

// stream returns the rows of a file that Inspect and Plan.Read return.
func stream(t *testing.T, name string, data []byte) (*Plan, []Row) {
	t.Helper()
	plan, _, err := Inspect(t.Context(), name, func() io.Reader { return bytes.NewReader(data) })
	if err != nil {
		t.Fatal(err)
	}
	var rows []Row
	err = plan.Read(t.Context(), bytes.NewReader(data), func(r Row) error {
		rows = append(rows, r)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return plan, rows
}

// TestStreamedRowsAreThoseOfRead compares files that are larger than a block with the same files in memory.
func TestStreamedRowsAreThoseOfRead(t *testing.T) {
	var table, objects strings.Builder
	for n := range 30_000 {
		fmt.Fprintf(&table, "Paper %d;\"a \"\"quoted\"\"\nname; %d\";https://paper%d.example/\r\n", n, n, n)
		if n%1000 == 0 {
			table.WriteString("\n\"not closed;https://broken.example/\n")
		}
		fmt.Fprintf(&objects, `{"name": "Paper %d", "feeds": [{"url": "https://paper%d.example/rss"}]}`+"\n", n, n)
	}
	objects.WriteString(`{"name": "late", "other": "x"}` + "\n" + `{"name": "cut`)
	utf16, err := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().String(table.String())
	if err != nil {
		t.Fatal(err)
	}
	russian, err := charmap.Windows1251.NewEncoder().String(
		strings.Repeat("Новости города и области;https://a.example/\n", 20))
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ name, data, encoding string }{
		{"list.csv", table.String(), "utf-8"},
		{"marked.csv", "\ufeff" + table.String(), "utf-8"},
		{"utf16.csv", utf16, "utf-16le"},
		{"declared.csv", "sep=;\n" + table.String(), "utf-8"},
		{"late.csv", strings.Repeat("Paper;https://paper.example/\n", 20_000) + russian, "windows-1251"},
		{"list.ndjson", objects.String(), "utf-8"},
		{"damaged.ndjson", "# Sources\nnull\n{\"name\": NaN}\n" + objects.String(), "utf-8"},
	} {
		t.Run(test.name, func(t *testing.T) {
			want, err := Read(t.Context(), test.name, []byte(test.data))
			if err != nil {
				t.Fatal(err)
			}
			plan, got := stream(t, test.name, []byte(test.data))
			if plan.Encoding != test.encoding || want.Encoding != test.encoding {
				t.Errorf("the encodings are %s and %s", plan.Encoding, want.Encoding)
			}
			if len(got) != plan.Rows || len(got) != len(want.Rows) {
				t.Fatalf("%d of %d rows, want %d", len(got), plan.Rows, len(want.Rows))
			}
			for n := range got {
				if !reflect.DeepEqual(got[n], want.Rows[n]) {
					t.Fatalf("row %d is\n%+v, want\n%+v", n, got[n], want.Rows[n])
				}
			}
		})
	}
}

func TestLongLinesAreRows(t *testing.T) {
	long := strings.Repeat("x", 3*maxRow)
	for name, data := range map[string]string{
		"list.csv":    "Name;Homepage\n" + long + ";https://a.example/\nB;https://b.example/\n",
		"list.ndjson": "{\"name\": \"A\"}\n{\"name\": \"" + long + "\"}\n{\"name\": \"C\"}\n",
	} {
		_, rows := stream(t, name, []byte(data))
		if len(rows) != 3 || !strings.Contains(rows[1].Fault, "more than 8 MB") || rows[2].Line != 3 || rows[2].Fault != "" {
			t.Errorf("%s: %+v", name, rows)
		}
	}
}

func TestFormatsThatAreNotStreamed(t *testing.T) {
	for head, reason := range map[string]string{
		"PK\x03\x04":              "workbook",
		"<opml><body><outline":    "OPML",
		`[{"name": "A"}, {"name"`: "NDJSON",
		"%PDF-1.7":                "PDF",
	} {
		if _, err := CheckStream("list", []byte(head)); err == nil || !strings.Contains(err.Error(), reason) {
			t.Errorf("%q: %v", head, err)
		}
	}
}
