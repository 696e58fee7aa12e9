/** A region of a country: its code of ISO 3166-2 without the country, and its name as it is written on an address. */
export interface Region {
  code: string
  name: string
}

const parse = (table: string): readonly Region[] =>
  table.split(';').map((entry) => {
    const [code = '', ...words] = entry.trim().split(/\s+/)
    return { code, name: words.join(' ') }
  })

/** The regions of the countries whose post has them in an address. In the other countries they are left out. */
export const REGIONS: Readonly<Record<string, readonly Region[]>> = {
  US: parse(`
    AK Alaska; AL Alabama; AR Arkansas; AS American Samoa; AZ Arizona; CA California; CO Colorado; CT Connecticut;
    DC District of Columbia; DE Delaware; FL Florida; GA Georgia; GU Guam; HI Hawaii; IA Iowa; ID Idaho; IL Illinois;
    IN Indiana; KS Kansas; KY Kentucky; LA Louisiana; MA Massachusetts; MD Maryland; ME Maine; MI Michigan;
    MN Minnesota; MO Missouri; MP Northern Mariana Islands; MS Mississippi; MT Montana; NC North Carolina;
    ND North Dakota; NE Nebraska; NH New Hampshire; NJ New Jersey; NM New Mexico; NV Nevada; NY New York; OH Ohio;
    OK Oklahoma; OR Oregon; PA Pennsylvania; PR Puerto Rico; RI Rhode Island; SC South Carolina; SD South Dakota;
    TN Tennessee; TX Texas; UM United States Minor Outlying Islands; UT Utah; VA Virginia;
    VI United States Virgin Islands; VT Vermont; WA Washington; WI Wisconsin; WV West Virginia; WY Wyoming`),
  CA: parse(`
    AB Alberta; BC British Columbia; MB Manitoba; NB New Brunswick; NL Newfoundland and Labrador; NS Nova Scotia;
    NT Northwest Territories; NU Nunavut; ON Ontario; PE Prince Edward Island; QC Quebec; SK Saskatchewan; YT Yukon`),
  AU: parse(`
    ACT Australian Capital Territory; NSW New South Wales; NT Northern Territory; QLD Queensland; SA South Australia;
    TAS Tasmania; VIC Victoria; WA Western Australia`),
  BR: parse(`
    AC Acre; AL Alagoas; AM Amazonas; AP Amapá; BA Bahia; CE Ceará; DF Distrito Federal; ES Espírito Santo; GO Goiás;
    MA Maranhão; MG Minas Gerais; MS Mato Grosso do Sul; MT Mato Grosso; PA Pará; PB Paraíba; PE Pernambuco;
    PI Piauí; PR Paraná; RJ Rio de Janeiro; RN Rio Grande do Norte; RO Rondônia; RR Roraima; RS Rio Grande do Sul;
    SC Santa Catarina; SE Sergipe; SP São Paulo; TO Tocantins`),
  IT: parse(`
    AG Agrigento; AL Alessandria; AN Ancona; AP Ascoli Piceno; AQ L'Aquila; AR Arezzo; AT Asti; AV Avellino; BA Bari;
    BG Bergamo; BI Biella; BL Belluno; BN Benevento; BO Bologna; BR Brindisi; BS Brescia; BT Barletta-Andria-Trani;
    BZ Bolzano; CA Cagliari; CB Campobasso; CE Caserta; CH Chieti; CL Caltanissetta; CN Cuneo; CO Como; CR Cremona;
    CS Cosenza; CT Catania; CZ Catanzaro; EN Enna; FC Forlì-Cesena; FE Ferrara; FG Foggia; FI Firenze; FM Fermo;
    FR Frosinone; GE Genova; GO Gorizia; GR Grosseto; IM Imperia; IS Isernia; KR Crotone; LC Lecco; LE Lecce;
    LI Livorno; LO Lodi; LT Latina; LU Lucca; MB Monza e Brianza; MC Macerata; ME Messina; MI Milano; MN Mantova;
    MO Modena; MS Massa-Carrara; MT Matera; NA Napoli; NO Novara; NU Nuoro; OR Oristano; PA Palermo; PC Piacenza;
    PD Padova; PE Pescara; PG Perugia; PI Pisa; PN Pordenone; PO Prato; PR Parma; PT Pistoia; PU Pesaro e Urbino;
    PV Pavia; PZ Potenza; RA Ravenna; RC Reggio Calabria; RE Reggio Emilia; RG Ragusa; RI Rieti; RM Roma; RN Rimini;
    RO Rovigo; SA Salerno; SI Siena; SO Sondrio; SP La Spezia; SR Siracusa; SS Sassari; SU Sud Sardegna; SV Savona;
    TA Taranto; TE Teramo; TN Trento; TO Torino; TP Trapani; TR Terni; TS Trieste; TV Treviso; UD Udine; VA Varese;
    VB Verbano-Cusio-Ossola; VC Vercelli; VE Venezia; VI Vicenza; VR Verona; VT Viterbo; VV Vibo Valentia`),
  AE: parse(`
    AJ Ajman; AZ Abu Dhabi; DU Dubai; FU Fujairah; RK Ras Al Khaimah; SH Sharjah; UQ Umm Al Quwain`),
  AR: parse(`
    A Salta; B Buenos Aires; C Ciudad Autónoma de Buenos Aires; D San Luis; E Entre Ríos; F La Rioja;
    G Santiago del Estero; H Chaco; J San Juan; K Catamarca; L La Pampa; M Mendoza; N Misiones; P Formosa; Q Neuquén;
    R Río Negro; S Santa Fe; T Tucumán; U Chubut; V Tierra del Fuego; W Corrientes; X Córdoba; Y Jujuy; Z Santa Cruz`),
  CL: parse(`
    AI Aysén; AN Antofagasta; AP Arica y Parinacota; AR La Araucanía; AT Atacama; BI Biobío; CO Coquimbo;
    LI Libertador General Bernardo O'Higgins; LL Los Lagos; LR Los Ríos; MA Magallanes; ML Maule; NB Ñuble;
    RM Región Metropolitana; TA Tarapacá; VS Valparaíso`),
  CN: parse(`
    AH Anhui; BJ Beijing; CQ Chongqing; FJ Fujian; GD Guangdong; GS Gansu; GX Guangxi; GZ Guizhou; HA Henan;
    HB Hubei; HE Hebei; HI Hainan; HK Hong Kong; HL Heilongjiang; HN Hunan; JL Jilin; JS Jiangsu; JX Jiangxi;
    LN Liaoning; MO Macao; NM Inner Mongolia; NX Ningxia; QH Qinghai; SC Sichuan; SD Shandong; SH Shanghai;
    SN Shaanxi; SX Shanxi; TJ Tianjin; TW Taiwan; XJ Xinjiang; XZ Tibet; YN Yunnan; ZJ Zhejiang`),
  CO: parse(`
    AMA Amazonas; ANT Antioquia; ARA Arauca; ATL Atlántico; BOL Bolívar; BOY Boyacá; CAL Caldas; CAQ Caquetá;
    CAS Casanare; CAU Cauca; CES Cesar; CHO Chocó; COR Córdoba; CUN Cundinamarca; DC Distrito Capital de Bogotá;
    GUA Guainía; GUV Guaviare; HUI Huila; LAG La Guajira; MAG Magdalena; MET Meta; NAR Nariño;
    NSA Norte de Santander; PUT Putumayo; QUI Quindío; RIS Risaralda; SAN Santander;
    SAP San Andrés, Providencia y Santa Catalina; SUC Sucre; TOL Tolima; VAC Valle del Cauca; VAU Vaupés;
    VID Vichada`),
  EG: parse(`
    ALX Alexandria; ASN Aswan; AST Asyut; BA Al Bahr al Ahmar; BH Al Buhayrah; BNS Bani Suwayf; C Cairo;
    DK Ad Daqahliyah; DT Dumyat; FYM Al Fayyum; GH Al Gharbiyah; GZ Giza; IS Al Ismailiyah; JS Janub Sina;
    KB Al Qalyubiyah; KFS Kafr ash Shaykh; KN Qina; LX Al Uqsur; MN Al Minya; MNF Al Minufiyah; MT Matruh;
    PTS Bur Said; SHG Suhaj; SHR Ash Sharqiyah; SIN Shamal Sina; SUZ As Suways; WAD Al Wadi al Jadid`),
  ES: parse(`
    A Alicante; AB Albacete; AL Almería; AV Ávila; B Barcelona; BA Badajoz; BI Bizkaia; BU Burgos; C A Coruña;
    CA Cádiz; CC Cáceres; CE Ceuta; CO Córdoba; CR Ciudad Real; CS Castellón; CU Cuenca; GC Las Palmas; GI Girona;
    GR Granada; GU Guadalajara; H Huelva; HU Huesca; J Jaén; L Lleida; LE León; LO La Rioja; LU Lugo; M Madrid;
    MA Málaga; ML Melilla; MU Murcia; NA Navarra; O Asturias; OR Ourense; P Palencia; PM Illes Balears;
    PO Pontevedra; S Cantabria; SA Salamanca; SE Sevilla; SG Segovia; SO Soria; SS Gipuzkoa; T Tarragona; TE Teruel;
    TF Santa Cruz de Tenerife; TO Toledo; V Valencia; VA Valladolid; VI Álava; Z Zaragoza; ZA Zamora`),
  ID: parse(`
    AC Aceh; BA Bali; BB Kepulauan Bangka Belitung; BE Bengkulu; BT Banten; GO Gorontalo; JA Jambi; JB Jawa Barat;
    JI Jawa Timur; JK Jakarta Raya; JT Jawa Tengah; KB Kalimantan Barat; KI Kalimantan Timur; KR Kepulauan Riau;
    KS Kalimantan Selatan; KT Kalimantan Tengah; KU Kalimantan Utara; LA Lampung; MA Maluku; MU Maluku Utara;
    NB Nusa Tenggara Barat; NT Nusa Tenggara Timur; PA Papua; PB Papua Barat; PD Papua Barat Daya;
    PE Papua Pegunungan; PS Papua Selatan; PT Papua Tengah; RI Riau; SA Sulawesi Utara; SB Sumatera Barat;
    SG Sulawesi Tenggara; SN Sulawesi Selatan; SR Sulawesi Barat; SS Sumatera Selatan; ST Sulawesi Tengah;
    SU Sumatera Utara; YO Yogyakarta`),
  IE: parse(`
    CE Clare; CN Cavan; CO Cork; CW Carlow; D Dublin; DL Donegal; G Galway; KE Kildare; KK Kilkenny; KY Kerry;
    LD Longford; LH Louth; LK Limerick; LM Leitrim; LS Laois; MH Meath; MN Monaghan; MO Mayo; OY Offaly;
    RN Roscommon; SO Sligo; TA Tipperary; WD Waterford; WH Westmeath; WW Wicklow; WX Wexford`),
  IN: parse(`
    AN Andaman and Nicobar Islands; AP Andhra Pradesh; AR Arunachal Pradesh; AS Assam; BR Bihar; CG Chhattisgarh;
    CH Chandigarh; DH Dadra and Nagar Haveli and Daman and Diu; DL Delhi; GA Goa; GJ Gujarat; HP Himachal Pradesh;
    HR Haryana; JH Jharkhand; JK Jammu and Kashmir; KA Karnataka; KL Kerala; LA Ladakh; LD Lakshadweep;
    MH Maharashtra; ML Meghalaya; MN Manipur; MP Madhya Pradesh; MZ Mizoram; NL Nagaland; OD Odisha; PB Punjab;
    PY Puducherry (Pondicherry); RJ Rajasthan; SK Sikkim; TN Tamil Nadu; TR Tripura; TS Telangana; UK Uttarakhand;
    UP Uttar Pradesh; WB West Bengal`),
  JP: parse(`
    01 Hokkaido; 02 Aomori; 03 Iwate; 04 Miyagi; 05 Akita; 06 Yamagata; 07 Fukushima; 08 Ibaraki; 09 Tochigi;
    10 Gunma; 11 Saitama; 12 Chiba; 13 Tokyo; 14 Kanagawa; 15 Niigata; 16 Toyama; 17 Ishikawa; 18 Fukui;
    19 Yamanashi; 20 Nagano; 21 Gifu; 22 Shizuoka; 23 Aichi; 24 Mie; 25 Shiga; 26 Kyoto; 27 Osaka; 28 Hyogo; 29 Nara;
    30 Wakayama; 31 Tottori; 32 Shimane; 33 Okayama; 34 Hiroshima; 35 Yamaguchi; 36 Tokushima; 37 Kagawa; 38 Ehime;
    39 Kochi; 40 Fukuoka; 41 Saga; 42 Nagasaki; 43 Kumamoto; 44 Oita; 45 Miyazaki; 46 Kagoshima; 47 Okinawa`),
  KR: parse(`
    11 Seoul; 26 Busan; 27 Daegu; 28 Incheon; 29 Gwangju; 30 Daejeon; 31 Ulsan; 41 Gyeonggi-do; 42 Gangwon;
    43 Chungcheongbuk-do; 44 Chungcheongnam-do; 45 Jeollabuk-do; 46 Jeollanam-do; 47 Gyeongsangbuk-do;
    48 Gyeongsangnam-do; 49 Jeju; 50 Sejong`),
  MX: parse(`
    AGU Aguascalientes; BCN Baja California; BCS Baja California Sur; CAM Campeche; CHH Chihuahua; CHP Chiapas;
    CMX Ciudad de México; COA Coahuila; COL Colima; DUR Durango; GRO Guerrero; GUA Guanajuato; HID Hidalgo;
    JAL Jalisco; MEX México; MIC Michoacán; MOR Morelos; NAY Nayarit; NLE Nuevo León; OAX Oaxaca; PUE Puebla;
    QUE Querétaro; ROO Quintana Roo; SIN Sinaloa; SLP San Luis Potosí; SON Sonora; TAB Tabasco; TAM Tamaulipas;
    TLA Tlaxcala; VER Veracruz; YUC Yucatán; ZAC Zacatecas`),
  MY: parse(`
    01 Johor; 02 Kedah; 03 Kelantan; 04 Melaka; 05 Negeri Sembilan; 06 Pahang; 07 Pulau Pinang; 08 Perak; 09 Perlis;
    10 Selangor; 11 Terengganu; 12 Sabah; 13 Sarawak; 14 Kuala Lumpur; 15 Labuan; 16 Putrajaya`),
  NG: parse(`
    AB Abia; AD Adamawa; AK Akwa Ibom; AN Anambra; BA Bauchi; BE Benue; BO Borno; BY Bayelsa; CR Cross River;
    DE Delta; EB Ebonyi; ED Edo; EK Ekiti; EN Enugu; FC Abuja Federal Capital Territory; GO Gombe; IM Imo; JI Jigawa;
    KD Kaduna; KE Kebbi; KN Kano; KO Kogi; KT Katsina; KW Kwara; LA Lagos; NA Nasarawa; NI Niger; OG Ogun; ON Ondo;
    OS Osun; OY Oyo; PL Plateau; RI Rivers; SO Sokoto; TA Taraba; YO Yobe; ZA Zamfara`),
  PE: parse(`
    AMA Amazonas; ANC Ancash; APU Apurímac; ARE Arequipa; AYA Ayacucho; CAJ Cajamarca; CAL El Callao; CUS Cusco;
    HUC Huánuco; HUV Huancavelica; ICA Ica; JUN Junín; LAL La Libertad; LAM Lambayeque; LIM Lima;
    LMA Municipalidad Metropolitana de Lima; LOR Loreto; MDD Madre de Dios; MOQ Moquegua; PAS Pasco; PIU Piura;
    PUN Puno; SAM San Martín; TAC Tacna; TUM Tumbes; UCA Ucayali`),
  PH: parse(`
    00 Metro Manila; ABR Abra; AGN Agusan del Norte; AGS Agusan del Sur; AKL Aklan; ALB Albay; ANT Antique;
    APA Apayao; AUR Aurora; BAN Bataan; BAS Basilan; BEN Benguet; BIL Biliran; BOH Bohol; BTG Batangas; BTN Batanes;
    BUK Bukidnon; BUL Bulacan; CAG Cagayan; CAM Camiguin; CAN Camarines Norte; CAP Capiz; CAS Camarines Sur;
    CAT Catanduanes; CAV Cavite; CEB Cebu; COM Davao de Oro; DAO Davao Oriental; DAS Davao del Sur;
    DAV Davao del Norte; DIN Dinagat Islands; DVO Davao Occidental; EAS Eastern Samar; GUI Guimaras; IFU Ifugao;
    ILI Iloilo; ILN Ilocos Norte; ILS Ilocos Sur; ISA Isabela; KAL Kalinga; LAG Laguna; LAN Lanao del Norte;
    LAS Lanao del Sur; LEY Leyte; LUN La Union; MAD Marinduque; MAS Masbate; MDC Mindoro Occidental;
    MDR Mindoro Oriental; MGN Maguindanao del Norte; MGS Maguindanao del Sur; MOU Mountain Province;
    MSC Misamis Occidental; MSR Misamis Oriental; NCO Cotabato; NEC Negros Occidental; NER Negros Oriental;
    NSA Northern Samar; NUE Nueva Ecija; NUV Nueva Vizcaya; PAM Pampanga; PAN Pangasinan; PLW Palawan; QUE Quezon;
    QUI Quirino; RIZ Rizal; ROM Romblon; SAR Sarangani; SCO South Cotabato; SIG Siquijor; SLE Southern Leyte;
    SLU Sulu; SOR Sorsogon; SUK Sultan Kudarat; SUN Surigao del Norte; SUR Surigao del Sur; TAR Tarlac;
    TAW Tawi-Tawi; WSA Samar; ZAN Zamboanga del Norte; ZAS Zamboanga del Sur; ZMB Zambales; ZSI Zamboanga Sibugay`),
  TH: parse(`
    10 Bangkok; 11 Samut Prakan; 12 Nonthaburi; 13 Pathum Thani; 14 Phra Nakhon Si Ayutthaya; 15 Ang Thong;
    16 Lop Buri; 17 Sing Buri; 18 Chai Nat; 19 Saraburi; 20 Chon Buri; 21 Rayong; 22 Chanthaburi; 23 Trat;
    24 Chachoengsao; 25 Prachin Buri; 26 Nakhon Nayok; 27 Sa Kaeo; 30 Nakhon Ratchasima; 31 Buri Ram; 32 Surin;
    33 Si Sa Ket; 34 Ubon Ratchathani; 35 Yasothon; 36 Chaiyaphum; 37 Amnat Charoen; 38 Bueng Kan;
    39 Nong Bua Lam Phu; 40 Khon Kaen; 41 Udon Thani; 42 Loei; 43 Nong Khai; 44 Maha Sarakham; 45 Roi Et; 46 Kalasin;
    47 Sakon Nakhon; 48 Nakhon Phanom; 49 Mukdahan; 50 Chiang Mai; 51 Lamphun; 52 Lampang; 53 Uttaradit; 54 Phrae;
    55 Nan; 56 Phayao; 57 Chiang Rai; 58 Mae Hong Son; 60 Nakhon Sawan; 61 Uthai Thani; 62 Kamphaeng Phet; 63 Tak;
    64 Sukhothai; 65 Phitsanulok; 66 Phichit; 67 Phetchabun; 70 Ratchaburi; 71 Kanchanaburi; 72 Suphan Buri;
    73 Nakhon Pathom; 74 Samut Sakhon; 75 Samut Songkhram; 76 Phetchaburi; 77 Prachuap Khiri Khan;
    80 Nakhon Si Thammarat; 81 Krabi; 82 Phangnga; 83 Phuket; 84 Surat Thani; 85 Ranong; 86 Chumphon; 90 Songkhla;
    91 Satun; 92 Trang; 93 Phatthalung; 94 Pattani; 95 Yala; 96 Narathiwat`),
  TR: parse(`
    01 Adana; 02 Adıyaman; 03 Afyonkarahisar; 04 Ağrı; 05 Amasya; 06 Ankara; 07 Antalya; 08 Artvin; 09 Aydın;
    10 Balıkesir; 11 Bilecik; 12 Bingöl; 13 Bitlis; 14 Bolu; 15 Burdur; 16 Bursa; 17 Çanakkale; 18 Çankırı; 19 Çorum;
    20 Denizli; 21 Diyarbakır; 22 Edirne; 23 Elazığ; 24 Erzincan; 25 Erzurum; 26 Eskişehir; 27 Gaziantep; 28 Giresun;
    29 Gümüşhane; 30 Hakkâri; 31 Hatay; 32 Isparta; 33 Mersin; 34 İstanbul; 35 İzmir; 36 Kars; 37 Kastamonu;
    38 Kayseri; 39 Kırklareli; 40 Kırşehir; 41 Kocaeli; 42 Konya; 43 Kütahya; 44 Malatya; 45 Manisa;
    46 Kahramanmaraş; 47 Mardin; 48 Muğla; 49 Muş; 50 Nevşehir; 51 Niğde; 52 Ordu; 53 Rize; 54 Sakarya; 55 Samsun;
    56 Siirt; 57 Sinop; 58 Sivas; 59 Tekirdağ; 60 Tokat; 61 Trabzon; 62 Tunceli; 63 Şanlıurfa; 64 Uşak; 65 Van;
    66 Yozgat; 67 Zonguldak; 68 Aksaray; 69 Bayburt; 70 Karaman; 71 Kırıkkale; 72 Batman; 73 Şırnak; 74 Bartın;
    75 Ardahan; 76 Iğdır; 77 Yalova; 78 Karabük; 79 Kilis; 80 Osmaniye; 81 Düzce`),
  VE: parse(`
    A Distrito Capital; B Anzoátegui; C Apure; D Aragua; E Barinas; F Bolívar; G Carabobo; H Cojedes; I Falcón;
    J Guárico; K Lara; L Mérida; M Miranda; N Monagas; O Nueva Esparta; P Portuguesa; R Sucre; S Táchira; T Trujillo;
    U Yaracuy; V Zulia; W Dependencias Federales; X La Guaira; Y Delta Amacuro; Z Amazonas`),
}

/** Countries whose post and carriers want the code; the others write the name. */
export const WITH_CODES: readonly string[] = ['US', 'CA', 'AU', 'BR', 'IT']

/** Keys of regions that shops have for their own, by country, with the code of ISO 3166-2. */
export const OTHER_KEYS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  // WooCommerce counts the provinces of China.
  CN: {
    ...{
      CN1: 'YN',
      CN2: 'BJ',
      CN3: 'TJ',
      CN4: 'HE',
      CN5: 'SX',
      CN6: 'NM',
      CN7: 'LN',
      CN8: 'JL',
      CN9: 'HL',
      CN10: 'SH',
    },
    ...{ CN11: 'JS', CN12: 'ZJ', CN13: 'AH', CN14: 'FJ', CN15: 'JX', CN16: 'SD', CN17: 'HA', CN18: 'HB', CN19: 'HN' },
    ...{ CN20: 'GD', CN21: 'GX', CN22: 'HI', CN23: 'CQ', CN24: 'SC', CN25: 'GZ', CN26: 'SN', CN27: 'GS', CN28: 'QH' },
    ...{ CN29: 'NX', CN30: 'MO', CN31: 'XZ', CN32: 'XJ' },
  },
  IN: { CT: 'CG', OR: 'OD', TG: 'TS', UT: 'UK', DD: 'DH', DN: 'DH' },
  MX: { DF: 'CMX', CDMX: 'CMX' },
  MY: {
    ...{ JHR: '01', KDH: '02', KTN: '03', MLK: '04', NSN: '05', PHG: '06', PNG: '07', PRK: '08', PLS: '09', SGR: '10' },
    ...{ TRG: '11', SBH: '12', SWK: '13', KUL: '14', LBN: '15', PJY: '16' },
  },
}
