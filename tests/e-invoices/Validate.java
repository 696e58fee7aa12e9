import java.io.File;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.xml.XMLConstants;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;
import net.sf.saxon.s9api.Processor;
import net.sf.saxon.s9api.XPathCompiler;
import net.sf.saxon.s9api.XdmDestination;
import net.sf.saxon.s9api.XdmItem;
import net.sf.saxon.s9api.XsltExecutable;
import net.sf.saxon.s9api.Xslt30Transformer;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDDocumentNameDictionary;
import org.mustangproject.validator.ZUGFeRDValidator;

/**
 * Validates all e-invoices of a folder in one process: those in XML by the schema of their syntax and the Schematron of
 * their format, and hybrid ones by veraPDF too. Prints a line for each finding: file, severity, rule and text, separated by
 * tabs. The format of a file is the part of its name before the last dot, such as `7.xrechnung-ubl.xml`. If a hybrid has a
 * file of its name beside it, such as `7.facturx-xml.xml` beside `7.pdf`, the XML inside has to be that file.
 */
public class Validate {
  static final String PEPPOL = "external/schematron/openpeppol/2026.5/xslt/";
  static final Processor SAXON = new Processor(false);
  static final Map<String, XsltExecutable> RULES = new HashMap<>();
  static final Map<String, Schema> SCHEMAS = new HashMap<>();

  static java.net.URL find(String name) {
    java.net.URL found = Validate.class.getClassLoader().getResource(name);
    if (found == null) throw new IllegalStateException("The jar has no " + name);
    return found;
  }

  static XsltExecutable rules(String name) throws Exception {
    if (!RULES.containsKey(name))
      RULES.put(name, SAXON.newXsltCompiler().compile(new StreamSource(find(name).toString())));
    return RULES.get(name);
  }

  static Schema schema(String name) throws Exception {
    if (!SCHEMAS.containsKey(name))
      SCHEMAS.put(name, SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI).newSchema(find(name)));
    return SCHEMAS.get(name);
  }

  static List<String> listRules(String format, boolean isUbl) {
    String syntax = isUbl ? "UBL" : "CII";
    List<String> names = new ArrayList<>(List.of("xslt/en16931schematron/EN16931-" + syntax + "-validation.xslt"));
    if (format.startsWith("xrechnung")) names.add("xslt/XR_30/XRechnung-" + syntax + "-validation.xslt");
    if (format.equals("peppol")) {
      names.add(PEPPOL + "CEN-EN16931-UBL.xslt");
      names.add(PEPPOL + "PEPPOL-EN16931-UBL.xslt");
    }
    return names;
  }

  static String chooseSchema(String format, String xml) {
    if (xml.contains("<CreditNote ")) return "schema/UBL_21/maindoc/UBL-CreditNote-2.1.xsd";
    if (xml.contains("<Invoice ")) return "schema/UBL_21/maindoc/UBL-Invoice-2.1.xsd";
    if (format.equals("facturx-xml")) return "schema/ZF_250/EN16931/FACTUR-X_EN16931.xsd";
    return "external/schemas/d16b/data/standard/CrossIndustryInvoice_100pD16B.xsd";
  }

  static void report(String file, String severity, String rule, String text) {
    System.out.println(file + "\t" + severity + "\t" + rule + "\t" + text.replaceAll("\\s+", " ").trim());
  }

  static void validateXml(String file, String format, String xml) throws Exception {
    String name = chooseSchema(format, xml);
    try {
      schema(name).newValidator().validate(new StreamSource(new StringReader(xml)));
    } catch (org.xml.sax.SAXException error) {
      report(file, "fatal", "XSD", error.getMessage());
    }
    for (String rule : listRules(format, name.contains("UBL"))) {
      Xslt30Transformer transformer = rules(rule).load30();
      XdmDestination result = new XdmDestination();
      transformer.transform(new StreamSource(new StringReader(xml)), result);
      XPathCompiler xpath = SAXON.newXPathCompiler();
      xpath.declareNamespace("svrl", "http://purl.oclc.org/dsdl/svrl");
      for (XdmItem failed : xpath.evaluate("//svrl:failed-assert|//svrl:successful-report[@flag]", result.getXdmNode())) {
        String flag = xpath.evaluate("string(@flag)", failed).toString();
        String id = xpath.evaluate("string(@id)", failed).toString();
        String text = xpath.evaluate("concat(string(svrl:text), ' ', string(@location))", failed).toString();
        report(file, flag.isEmpty() ? "fatal" : flag, id, text);
      }
    }
  }

  /** Reads the XML in a hybrid by another library than the one that put it there. */
  static byte[] readEmbedded(Path path) throws Exception {
    try (PDDocument document = Loader.loadPDF(path.toFile())) {
      PDDocumentNameDictionary names = document.getDocumentCatalog().getNames();
      if (names == null || names.getEmbeddedFiles() == null) return new byte[0];
      return names.getEmbeddedFiles().getNames().get("factur-x.xml").getEmbeddedFile().toByteArray();
    }
  }

  static void validatePdf(Path path) throws Exception {
    String name = path.getFileName().toString();
    ZUGFeRDValidator validator = new ZUGFeRDValidator();
    validator.disableNotices();
    String result = validator.validate(path.toString());
    if (!validator.wasCompletelyValid()) report(name, "fatal", "PDF", result);
    Path wanted = path.resolveSibling(name.replace(".pdf", ".facturx-xml.xml"));
    if (Files.exists(wanted) && !Arrays.equals(readEmbedded(path), Files.readAllBytes(wanted)))
      report(name, "fatal", "EMBEDDED", "The XML inside is another one than " + wanted.getFileName());
  }

  public static void main(String[] given) throws Exception {
    File[] files = new File(given[0]).listFiles();
    Arrays.sort(files);
    int count = 0;
    for (File file : files) {
      String name = file.getName();
      String[] parts = name.split("\\.");
      if (name.endsWith(".pdf")) validatePdf(file.toPath());
      else validateXml(name, parts[parts.length - 2], Files.readString(file.toPath()));
      count++;
    }
    System.out.println("validated\t" + count);
  }
}
