package tablefile

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"
)

// workbook returns a file with a sheet that fill fills.
func workbook(t *testing.T, fill func(f *excelize.File) error) []byte {
	t.Helper()
	f := excelize.NewFile()
	defer f.Close()
	if err := fill(f); err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := f.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestWorkbook(t *testing.T) {
	data := workbook(t, func(f *excelize.File) error {
		day := time.Date(2026, 12, 24, 0, 0, 0, 0, time.UTC)
		style, err := f.NewStyle(&excelize.Style{NumFmt: 14})
		return errors.Join(err,
			f.SetSheetRow("Sheet1", "A1", &[]any{"Outlet", "Feed", "Paused until", "Paid", "Tier"}),
			f.SetSheetRow("Sheet1", "A2", &[]any{"Daily", "https://d.example/1", day, true, 2}),
			f.SetSheetRow("Sheet1", "B3", &[]any{"https://d.example/2"}),
			f.SetCellStyle("Sheet1", "C2", "C2", style),
			f.MergeCell("Sheet1", "A2", "A3"),
			f.SetSheetRow("Sheet1", "A5", &[]any{"Weekly", "https://w.example/rss"}),
			f.SetCellValue("Sheet1", "E5", 3), f.SetCellFormula("Sheet1", "E5", "1+2"),
			func() error { _, err := f.NewSheet("Other"); return err }())
	})
	got, err := Read(t.Context(), "list.xlsx", data)
	if err != nil {
		t.Fatal(err)
	}
	want := "1: Outlet|Feed|Paused until|Paid|Tier\n2: Daily|https://d.example/1|2026-12-24|TRUE|2\n" +
		"3: Daily|https://d.example/2|||\n5: Weekly|https://w.example/rss|||3\n"
	if text := show(got); text != want || got.Format != XLSX {
		t.Errorf("got\n%s\nwant\n%s", text, want)
	}
	if len(got.Notes) != 1 || !strings.Contains(got.Notes[0], "Sheet1") {
		t.Errorf("notes: %q", got.Notes)
	}
}

// TestLinksOfCells reads cells whose texts are no addresses, but which link to one.
func TestLinksOfCells(t *testing.T) {
	link := func(f *excelize.File, cell, address string) error {
		return f.SetCellHyperLink("Sheet1", cell, address, "External")
	}
	for _, c := range []struct {
		name string
		fill func(f *excelize.File) error
		want string
	}{
		{"hyperlinks", func(f *excelize.File) error {
			return errors.Join(f.SetSheetRow("Sheet1", "A1", &[]any{"Name", "Webseite", "Feed"}),
				f.SetSheetRow("Sheet1", "A2", &[]any{"A", "Zur Seite", "RSS"}),
				f.SetSheetRow("Sheet1", "A3", &[]any{"B", "https://b.example/", "Mail"}),
				f.SetSheetRow("Sheet1", "A4", &[]any{"C", "", "Here"}),
				link(f, "B2", "https://a.example/?a=1&b=2"), link(f, "C2", "https://a.example/rss"),
				link(f, "B3", "https://other.example/"), link(f, "C3", "mailto:b@b.example"), link(f, "B4", "https://c.example/"),
				f.SetCellHyperLink("Sheet1", "C4", "Sheet1!A1", "Location"))
		}, "1: Name|Webseite|Feed\n2: A|https://a.example/?a=1&b=2|https://a.example/rss\n3: B|https://b.example/|Mail\n" +
			"4: C||Here\n"},
		{"formulas", func(f *excelize.File) error {
			return errors.Join(f.SetSheetRow("Sheet1", "A1", &[]any{"Name", "Homepage"}),
				f.SetSheetRow("Sheet1", "A2", &[]any{"A", "Zur Seite"}), f.SetSheetRow("Sheet1", "A3", &[]any{"B"}),
				f.SetSheetRow("Sheet1", "A4", &[]any{"C"}),
				f.SetCellFormula("Sheet1", "B2", `HYPERLINK("https://a.example/?a=1&b=2","Zur Seite")`),
				f.SetCellFormula("Sheet1", "B3", `HYPERLINK("https://b.example/")`),
				f.SetCellFormula("Sheet1", "B4", `HYPERLINK("https://"&A4,"Zur Seite")`))
		}, "1: Name|Homepage\n2: A|https://a.example/?a=1&b=2\n3: B|https://b.example/\n4: C|\n"},
		{"names", func(f *excelize.File) error {
			return errors.Join(f.SetSheetRow("Sheet1", "A1", &[]any{"Name", "Land"}),
				f.SetSheetRow("Sheet1", "A2", &[]any{"A", "DE"}), f.SetSheetRow("Sheet1", "A3", &[]any{"B", "DE"}),
				link(f, "A2", "https://a.example/"), link(f, "A3", "https://b.example/"))
		}, "1: Name|Land|Name (link)\n2: A|DE|https://a.example/\n3: B|DE|https://b.example/\n"},
		{"an unknown header", func(f *excelize.File) error {
			return errors.Join(f.SetSheetRow("Sheet1", "A1", &[]any{"Name", "Hier"}),
				f.SetSheetRow("Sheet1", "A2", &[]any{"A", "Link"}), f.SetSheetRow("Sheet1", "A3", &[]any{"B", "Link"}),
				link(f, "B2", "https://a.example/"), link(f, "B3", "https://b.example/"))
		}, "1: Name|Hier\n2: A|https://a.example/\n3: B|https://b.example/\n"},
	} {
		got, err := Read(t.Context(), "list.xlsx", workbook(t, c.fill))
		if err != nil {
			t.Fatal(err)
		}
		if text := show(got); text != c.want {
			t.Errorf("%s: got\n%s\nwant\n%s", c.name, text, c.want)
		}
	}
}

// TestManyLinks reads a link of all cells of a sheet.
func TestManyLinks(t *testing.T) {
	l := &sheetLinks{byColumn: map[int]map[int]link{}}
	for range 3 {
		l.add("A1:XFD1048576", link{address: "mailto:a@b.example"})
		l.add("A1:XFD1048576", link{address: "https://a.example/"})
	}
	count := 0
	for _, column := range l.byColumn {
		count += len(column)
	}
	if count > maxLinks || !l.isCut {
		t.Errorf("%d links, cut: %t", count, l.isCut)
	}
}

// TestSheets reads workbooks with several sheets, each of which has rows of a text.
func TestSheets(t *testing.T) {
	const cover, list = "Media list\nAnna Beispiel\nhttps://publisher.example", "Name;Homepage\nA;https://a.example/"
	type sheet struct {
		name, rows string
		isHidden   bool
	}
	for want, sheets := range map[string][]sheet{
		"list after a cover":        {{"Cover", cover, false}, {"list after a cover", list, false}},
		"list after a hidden sheet": {{"Old", list, true}, {"list after a hidden sheet", list, false}},
		"first of two lists":        {{"first of two lists", list, false}, {"Second", list, false}},
		"addresses":                 {{"Cover", "Media list", false}, {"addresses", "https://a.example/\nhttps://b.example/", false}},
		"names":                     {{"Cover", "Media list", false}, {"names", "Name;Land\nA;DE", false}, {"Notes", cover, false}},
		"first with rows":           {{"Blank", "", false}, {"first with rows", "a;b\nc;d", false}, {"Last", "e;f", false}},
		"only hidden rows":          {{"Blank", "", false}, {"only hidden rows", list, true}},
		"list before a wide sheet":  {{"list before a wide sheet", "Name;Land\nA;DE", false}, {"Wide", strings.Repeat("x;", 300), false}},
	} {
		data := workbook(t, func(f *excelize.File) (err error) {
			for n, s := range sheets {
				if n == 0 {
					err = f.SetSheetName("Sheet1", s.name)
				} else {
					_, err = f.NewSheet(s.name)
				}
				for line, row := range strings.Split(s.rows, "\n") {
					cells := strings.Split(row, ";")
					err = errors.Join(err, f.SetSheetRow(s.name, fmt.Sprintf("A%d", line+1), &cells))
				}
			}
			f.SetActiveSheet(len(sheets) - 1)
			for _, s := range sheets {
				err = errors.Join(err, f.SetSheetVisible(s.name, !s.isHidden))
			}
			return err
		})
		got, err := Read(t.Context(), "list.xlsx", data)
		if err != nil {
			t.Errorf("%s: %v", want, err)
			continue
		}
		others := ""
		for _, s := range sheets {
			if s.name != want {
				others += "”, “" + s.name
			}
		}
		note := "Only the sheet “" + want + "” was read, not “" + strings.TrimPrefix(others, "”, “") + "”. "
		if len(got.Notes) != 1 || !strings.HasPrefix(got.Notes[0], note) {
			t.Errorf("notes: %q, want %q", got.Notes, note)
		}
	}
}

func TestHostileWorkbooks(t *testing.T) {
	last := workbook(t, func(f *excelize.File) error {
		return errors.Join(f.SetCellValue("Sheet1", "A1", "name"), f.SetCellValue("Sheet1", "XFD1", "url"),
			f.SetCellValue("Sheet1", "A2", "A"), f.SetCellValue("Sheet1", "XFD2", "https://a.example"))
	})
	if got, err := Read(t.Context(), "", last); err != nil || show(got) != "1: name|url\n2: A|https://a.example\n" {
		t.Errorf("the last column: %v", err)
	}
	macros := workbook(t, func(f *excelize.File) error {
		return errors.Join(f.SetSheetRow("Sheet1", "A1", &[]any{"name"}), f.SetSheetRow("Sheet1", "A2", &[]any{"A"}),
			f.AddVBAProject(append(bytes.Clone(compoundFile), "Sub Auto_Open()"...)))
	})
	if got, err := Read(t.Context(), "list.xlsm", macros); err != nil || show(got) != "1: name\n2: A\n" ||
		!bytes.Contains(macros, []byte("vbaProject.bin")) {
		t.Errorf("a workbook with macros: %v", err)
	}
	wide := workbook(t, func(f *excelize.File) error {
		cells := make([]any, 16_384)
		for i := range cells {
			cells[i] = i
		}
		return f.SetSheetRow("Sheet1", "A1", &cells)
	})
	var bomb bytes.Buffer
	archive := zip.NewWriter(&bomb)
	for _, name := range []string{"xl/workbook.xml", "xl/worksheets/sheet1.xml"} {
		w, err := archive.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		for range 80 {
			if _, err := w.Write(bytes.Repeat([]byte("<row/>"), 1<<18)); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := archive.Close(); err != nil {
		t.Fatal(err)
	}
	if bomb.Len() > 10<<20 {
		t.Fatalf("the bomb has %d bytes, more than an upload may have", bomb.Len())
	}
	var openDocument bytes.Buffer
	archive = zip.NewWriter(&openDocument)
	if _, err := archive.Create("content.xml"); err != nil {
		t.Fatal(err)
	}
	if err := archive.Close(); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name string
		data []byte
		want Code
	}{
		{"16,384 columns", wide, TooWide},
		{"bomb", bomb.Bytes(), TooLarge},
		{"OpenDocument", openDocument.Bytes(), Unsupported},
		{"cut off", last[:len(last)/2], Binary},
		{"without rows", workbook(t, func(*excelize.File) error { return nil }), Empty},
	} {
		_, err := Read(t.Context(), "", c.data)
		if rejection, ok := errors.AsType[*Error](err); !ok || rejection.Code != c.want {
			t.Errorf("%s: got %v", c.name, err)
		}
	}
}

// TestUnsavedFormulas reads formulas of programs that do not save results.
func TestUnsavedFormulas(t *testing.T) {
	t.Parallel()
	const cells = `<sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>Name</t></is></c><c r="B1" t="inlineStr"><is>` +
		`<t>Homepage</t></is></c><c r="C1" t="inlineStr"><is><t>Feed</t></is></c><c r="D1" t="inlineStr"><is><t>Land</t></is></c></row>` +
		`<row r="2"><c r="A2" t="inlineStr"><is><t>A</t></is></c><c r="B2"><f>HYPERLINK("https://a.example/","A")</f></c>` +
		`<c r="C2" s="1"><f>B2&amp;"rss"</f><v></v></c><c r="D2"><f>"FR"</f><v/></c></row>` +
		`<row r="4"><c r="A4"><f t="shared" si="0"/></c><c r="C4" t="str"><f>""</f><v></v></c><c r="D4"><f>1+1</f><v>2</v></c></row>` +
		`</sheetData>`
	for _, prefix := range []string{"", "x:"} {
		xml := cells
		if prefix != "" {
			xml = strings.NewReplacer("</", "</x:", "<", "<x:").Replace(cells)
		}
		data := workbook(t, func(f *excelize.File) error {
			f.Sheet.Clear()
			f.Pkg.Store("xl/worksheets/sheet1.xml", []byte(`<`+prefix+`worksheet xmlns="http://schemas.openxmlformats.org/`+
				`spreadsheetml/2006/main" xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main">`+xml+`</`+prefix+`worksheet>`))
			return nil
		})
		got, err := Read(t.Context(), "list.xlsx", data)
		if err != nil {
			t.Fatal(err)
		}
		want := "1: Name|Homepage|Feed|Land\n2: A|https://a.example/|#FORMULA!|#FORMULA!\n4: #FORMULA!|||2\n"
		if text := show(got); text != want {
			t.Errorf("%q: got\n%s\nwant\n%s", prefix, text, want)
		}
	}
}
